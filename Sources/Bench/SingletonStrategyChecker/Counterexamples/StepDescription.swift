import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// A formatter that describes operations in words.
final class StepDescription {
  private let state: TrialState
  private let names: LocationNames
  /// The letters of the instances mentioned so far, keyed by the words that name them.
  private var letters: [UInt: String] = [:]

  init(_ state: TrialState, _ names: LocationNames) {
    self.state = state
    self.names = names
  }

  /// Returns the letter of an instance. Instances get the letters A, B, C, and so on, in the order in which they are
  /// first mentioned.
  func letter(_ instance: UInt) -> String {
    guard let name = ModelInstance(word: instance)?.name else { return "nil" }
    if let letter = letters[name] { return letter }
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(letters.count % 26)))
    letters[name] = letter
    return letter
  }

  func text(of step: PerformedOperation) -> String {
    if step.operation.kind == .fence { return "passes a fence\(order(step))" }
    let location = Int(step.operation.location)
    let name = names[location]
    switch step.operation.stepKind {
    case .variable, .atomicVariable: return access(step, name)
    case .spinWait: return step.isBlocked ? "spins on \(name)" : "sees \(name) ready\(order(step))"
    case .lock:
      if step.isBlocked { return "waits for \(name)" }
      return step.written == nil ? "finds \(name) held" : "locks \(name)"
    case .unlock: return "unlocks \(name)"
    case .semaphoreWait: return entry(step, name)
    case .semaphoreSignal: return "leaves \(name)"
    case .onceLook, .onceBegin, .onceWait: return once(step, name)
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
        ? "finds \(instance(at: location)) destroyed" : "retains \(instance(at: location))\(count(step))"
    case .release: return "releases \(instance(at: location))\(count(step))"
    case .destroy: return "\(instance(at: location)) is destroyed"
    case .note, .none: return step.read == nil ? "keeps what it got" : "takes what it kept"
    }
  }

  /// Returns the newest value, in words, if the step reads an older one, otherwise `nil`.
  func staleness(_ step: PerformedOperation) -> String? {
    guard let newer = step.newer else { return nil }
    let location = Int(step.operation.location)
    if step.operation.stepKind == .look { return "stale: it is initialized by now" }
    return "stale: \(state.name(of: location) == nil ? names[location] : "it") is \(value(newer, at: location)) by now"
  }

  func name(of location: Int) -> String {
    switch state.name(of: location) {
    case .field(let instance): "field of \(letter(instance))"
    case .life(let instance): "references to \(letter(instance))"
    default: names[location]
    }
  }

  /// Returns the content of a location in words.
  ///
  /// - Parameter kind: The meaning of an access to the location.
  func content(_ word: UInt, at location: Int, _ kind: StepKind) -> String {
    switch kind {
    case .lock, .unlock, .readLock, .readUnlock, .writeLock, .writeUnlock: word == 0 ? "free" : "held"
    case .onceLook, .onceBegin, .onceWait, .onceEnd: onceState(word)
    case .initialize, .look: word == 0 ? "not initialized" : "initialized"
    case .semaphoreWait, .semaphoreSignal, .spinWait, .retain, .weakRetain, .release: "\(Int(bitPattern: word))"
    case .destroy: "destroyed"
    default:
      isFlag(location) ? (word == 0 ? "not set" : "set") : value(word, at: location)
    }
  }

  private func isFlag(_ location: Int) -> Bool { names.contents(of: location) == .flag }

  private func access(_ step: PerformedOperation, _ name: String) -> String {
    let location = Int(step.operation.location)
    if let read = step.read, let written = step.written {
      return "\(name): \(value(read, at: location)) becomes \(value(written, at: location))\(order(step))"
    }
    if isFlag(location) {
      return step.read.map { "reads \(name): \($0 == 0 ? "not set" : "set")" } ?? "sets \(name)"
    }
    if let read = step.read {
      let failed = step.operation.kind == .readModifyWrite ? "exchange fails, " : ""
      return "\(failed)reads \(name): \(value(read, at: location))\(order(step))"
    }
    return "stores \(value(step.written ?? 0, at: location)) in \(name)\(order(step))"
  }

  private func onceState(_ word: UInt) -> String { ["not begun", "running", "done"][min(2, Int(word))] }

  private func published(_ step: PerformedOperation, _ name: String) -> String {
    let location = Int(step.operation.location)
    guard let written = step.written else { return "\(name) has \(value(step.read ?? 0, at: location)) already" }
    return "stores \(value(written, at: location)) in \(name)"
  }

  private func once(_ step: PerformedOperation, _ name: String) -> String {
    if step.isBlocked { return "waits for \(name)" }
    if step.written != nil { return "begins \(name)" }
    return "sees \(name): \(onceState(step.read ?? 0))"
  }

  private func entry(_ step: PerformedOperation, _ name: String) -> String {
    if step.endsInVain { return "waits at \(name) until the time limit" }
    if step.isBlocked { return "waits at \(name)" }
    return step.written == nil ? "finds no permit at \(name)" : "enters \(name)"
  }

  /// Returns a word as text: `nil`, the letter of an instance, or a number.
  private func value(_ word: UInt, at location: Int) -> String {
    switch names.contents(of: location) {
    case .number: return "\(Int(bitPattern: word))"
    case .instance, .flag: return word == 0 ? "nil" : word >> 16 == 0 ? "\(Int(bitPattern: word))" : letter(word)
    }
  }

  /// Returns the letter of the instance to which a location belongs, or `nil` if it belongs to none.
  func letter(at location: Int) -> String? {
    switch state.name(of: location) {
    case .field(let instance), .life(let instance): letter(instance)
    default: nil
    }
  }

  private func instance(at location: Int) -> String { letter(at: location) ?? names[location] }

  private func count(_ step: PerformedOperation) -> String {
    guard let read = step.read, let written = step.written else { return "" }
    return " (\(Int(bitPattern: read)) -> \(Int(bitPattern: written)))"
  }

  /// Returns the memory order of an atomic access in parentheses, or an empty text for a plain access.
  private func order(_ step: PerformedOperation) -> String {
    let hasFailed = step.operation.kind == .readModifyWrite && step.written == nil
    return switch hasFailed ? step.operation.failureOrder : step.operation.order {
    case .plain: ""
    case .relaxed: " (relaxed)"
    case .acquire: " (acquire)"
    case .release: " (release)"
    case .acquireRelease: " (acquire, release)"
    case .sequentiallyConsistent: " (seq. consistent)"
    }
  }
}

extension PerformedOperation {
  /// Whether the operation is a wait that has reached its time limit.
  var endsInVain: Bool { operation.canTimeOut && written == nil && !isBlocked }
}
