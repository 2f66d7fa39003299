import Core
import ModelChecker
import StrategyKit

/// A formatter that describes operations in words.
struct StepDescription {
  private let memory: TrialMemory
  private let names: LocationNames
  private var letters: [UInt: String] = [:]

  init(_ memory: TrialMemory, _ names: LocationNames) {
    self.memory = memory
    self.names = names
  }

  /// Returns the letter of an instance: A, B, C in the order in which instances are first mentioned.
  mutating func letter(_ instance: UInt) -> String {
    let name = instance >> 1
    if let letter = letters[name] { return letter }
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(letters.count % 26)))
    letters[name] = letter
    return letter
  }

  mutating func words(_ step: Replay.Step) -> String {
    let location = Int(step.operation.location)
    let meaning = StepKind(rawValue: step.operation.tag) ?? .none
    let name = names[location]
    switch meaning {
    case .variable, .atomicVariable: return access(step, name)
    case .spinWait: return step.isBlocked ? "spins on \(name)" : "sees \(name) ready\(order(step))"
    case .lock: return step.isBlocked ? "waits for \(name)" : "locks \(name)"
    case .unlock: return "unlocks \(name)"
    case .semaphoreWait: return entry(step, name)
    case .semaphoreSignal: return "leaves \(name)"
    case .onceLook, .onceBegin, .onceWait: return once(step, meaning, name)
    case .onceEnd: return "\(name) is done"
    case .readLock: return step.isBlocked ? "waits to read \(name)" : "locks \(name) for reading"
    case .readUnlock, .writeUnlock: return "unlocks \(name)"
    case .writeLock: return step.isBlocked ? "waits to write \(name)" : "locks \(name) for writing"
    case .lazyReferenceLoad: return "reads \(name): \(value(step.read ?? 0, at: location))"
    case .lazyReferenceStore: return published(step, name)
    case .initialize: return "initializes \(instance(at: location))"
    case .look:
      return "looks into \(instance(at: location)): " + (step.read == 0 ? "not initialized" : "initialized")
    case .retain: return "retains \(instance(at: location))\(count(step))"
    case .weakRetain:
      return step.written == nil
        ? "finds \(instance(at: location)) at its end" : "retains \(instance(at: location))\(count(step))"
    case .release: return "releases \(instance(at: location))\(count(step))"
    case .destroy: return "\(instance(at: location)) comes to its end"
    case .note, .none: return step.read == nil ? "keeps what it got" : "takes what it kept"
    }
  }

  /// Returns what a stale read missed, or `nil` if the read is not stale.
  mutating func staleness(_ step: Replay.Step) -> String? {
    guard let newer = step.newer else { return nil }
    let location = Int(step.operation.location)
    if StepKind(rawValue: step.operation.tag) == .look { return "stale: it is initialized by now" }
    return "stale: \(memory.name(of: location) == nil ? names[location] : "it") is \(value(newer, at: location)) by now"
  }

  /// Returns the name of a location.
  mutating func name(of location: Int) -> String {
    switch memory.name(of: location) {
    case .field(let instance): "field of \(letter(instance))"
    case .life(let instance): "references to \(letter(instance))"
    default: names[location]
    }
  }

  /// Returns the content of a location in words.
  ///
  /// - Parameter kind: The meaning of an access to the location.
  mutating func content(_ word: UInt, at location: Int, _ kind: StepKind) -> String {
    switch kind {
    case .lock, .unlock, .readLock, .readUnlock, .writeLock, .writeUnlock: word == 0 ? "free" : "held"
    case .onceLook, .onceBegin, .onceWait, .onceEnd: onceState(word)
    case .initialize, .look: word == 0 ? "not initialized" : "initialized"
    case .semaphoreWait, .semaphoreSignal, .spinWait, .retain, .weakRetain, .release: "\(Int(bitPattern: word))"
    case .destroy: "at its end"
    default:
      names.contents(of: location) == .flag ? (word == 0 ? "not set" : "set") : value(word, at: location)
    }
  }

  private mutating func access(_ step: Replay.Step, _ name: String) -> String {
    let location = Int(step.operation.location)
    if let read = step.read, let written = step.written {
      return "\(name): \(value(read, at: location)) becomes \(value(written, at: location))\(order(step))"
    }
    if names.contents(of: location) == .flag {
      return step.read.map { "reads \(name): \($0 == 0 ? "not set" : "set")" } ?? "sets \(name)"
    }
    if let read = step.read {
      let failed = step.operation.kind == .readModifyWrite ? "exchange fails, " : ""
      return "\(failed)reads \(name): \(value(read, at: location))\(order(step))"
    }
    return "stores \(value(step.written ?? 0, at: location)) in \(name)\(order(step))"
  }

  private func onceState(_ word: UInt) -> String { ["not begun", "running", "done"][min(2, Int(word))] }

  private mutating func published(_ step: Replay.Step, _ name: String) -> String {
    let location = Int(step.operation.location)
    guard let written = step.written else { return "\(name) has \(value(step.read ?? 0, at: location)) already" }
    return "stores \(value(written, at: location)) in \(name)"
  }

  private func once(_ step: Replay.Step, _ meaning: StepKind, _ name: String) -> String {
    if step.isBlocked { return "waits for \(name)" }
    if step.written != nil { return "begins \(name)" }
    return "sees \(name): \(onceState(step.read ?? 0))"
  }

  private func entry(_ step: Replay.Step, _ name: String) -> String {
    if step.hasTimedOut { return "waits at \(name) until its limit" }
    return step.isBlocked ? "waits at \(name)" : "enters \(name)"
  }

  /// Returns a word as text: `nil`, the letter of an instance, or a number.
  private mutating func value(_ word: UInt, at location: Int) -> String {
    if names.contents(of: location) == .number || (word != 0 && word >> 16 == 0) { return "\(Int(bitPattern: word))" }
    return word == 0 ? "nil" : letter(word)
  }

  private mutating func instance(at location: Int) -> String {
    switch memory.name(of: location) {
    case .field(let instance), .life(let instance): letter(instance)
    default: names[location]
    }
  }

  private func count(_ step: Replay.Step) -> String {
    guard let read = step.read, let written = step.written else { return "" }
    return " (\(Int(bitPattern: read)) -> \(Int(bitPattern: written)))"
  }

  /// Returns the memory order of an atomic access in parentheses; empty for a plain one.
  private func order(_ step: Replay.Step) -> String {
    switch step.operation.order {
    case .plain: ""
    case .relaxed: " (relaxed)"
    case .acquire: " (acquire)"
    case .release: " (release)"
    case .acquireRelease: " (acquire, release)"
    case .sequentiallyConsistent: " (seq. consistent)"
    }
  }
}
