import CSingletonHooks
import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

/// A description of one execution of unmodified code, step by step.
struct ExecutionDrawing {
  let locations: LocationTable
  private var names: VariableNames
  let sources: SourceLibrary
  private var letters: [UInt: String] = [:]
  /// What each location is that is no memory, such as a lock.
  private var kinds: [Int: String] = [:]

  init(_ locations: LocationTable, _ names: VariableNames, _ sources: SourceLibrary) {
    self.locations = locations
    self.names = names
    self.sources = sources
  }

  /// Describes the steps of a replay.
  ///
  /// - Parameter lastPlace: Returns the place at which a thread has stopped, such as `Images.swift:31`, if it is known.
  mutating func counterexample(
    _ finding: Defect, _ replay: Replay, _ schedule: Schedule, _ log: InstrumentedLog,
    lastPlace: (_ thread: Int) -> String?
  ) -> Counterexample {
    var example = Counterexample()
    let threads = Set(replay.operations.map(\.thread)).sorted()
    for step in replay.operations {
      if let kind = step.operation.hook.objectKind { kinds[Int(step.operation.location)] = kind }
    }
    for (number, performed) in replay.operations.enumerated() {
      example.steps.append(
        Counterexample.Step(
          column: threads.firstIndex(of: performed.thread)!, source: sources.source(at: line(of: performed)),
          operation: text(of: performed) + (isReplaced(number, in: replay) ? ", to replace it" : ""),
          staleness: staleness(performed),
          isConcerned: schedule.concerned.contains(number)))
    }
    example.finding = finding
    example.columns = threads.map { "thread \($0 + 1)" }
    let concerned = schedule.concerned.filter(replay.operations.indices.contains).map { replay.operations[$0] }
    let place = replay.failures.keys.first.flatMap(lastPlace)
    example.sentence = sentence(finding, concerned, replay, log, failingAt: place)
    return example
  }

  /// Whether a step reads what the next step of its thread, in the same line, replaces: a store lets go of the value before.
  private func isReplaced(_ number: Int, in replay: Replay) -> Bool {
    let step = replay.operations[number]
    guard step.operation.kind == .load, step.operation.order == .plain,
      let next = replay.operations[(number + 1)...].first(where: { $0.thread == step.thread })
    else { return false }
    return next.operation.kind == .store && next.operation.location == step.operation.location
      && line(of: next).line > 0 && line(of: next) == line(of: step)
  }

  private func line(of step: PerformedOperation) -> SourceLine { SourceLine(word: step.operation.sourceLine) }

  // MARK: - Values

  mutating func staleness(_ step: PerformedOperation) -> String? {
    step.newer.map { "stale: it is \(value($0, step)) by now" }
  }

  /// - Parameter hasFailed: Whether a compare-exchange has found another value, so that it has its failure order.
  func order(_ operation: Operation, hasFailed: Bool = false) -> String {
    let order = hasFailed ? operation.failureOrder : operation.order
    return order == .plain ? "" : " (\(order.name))"
  }

  // MARK: - Names

  mutating func name(of location: Int) -> String {
    let address = locations.address(of: location)
    if location >= locations.rangeCount {
      if kinds[location] == "object" { return letter(address) }
      return names.holder(of: address) ?? VariableNames.global(at: address)?.name
        ?? "\(kinds[location] ?? "lock") \(location - locations.rangeCount + 1)"
    }
    if let global = VariableNames.global(at: address) { return global.name }
    guard let property = names.property(at: address) else { return "word \(location + 1)" }
    let object = letters[property.object] ?? property.ofClass.map { "a \($0)" }
    return object.map { "\(property.name) of \($0)" } ?? property.name
  }

  /// Returns a word as text: the letter of an instance, `nil`, what a `String` has there, a type, or a number.
  mutating func value(_ word: UInt, _ step: PerformedOperation) -> String {
    var size = 0
    let address = locations.address(of: Int(step.operation.location))
    let property = names.property(at: address)
    if property?.isTag == true { return word == 0 ? "not nil" : "nil" }
    let isOptional = property?.isOptional ?? VariableNames.global(at: address)?.isOptional
    if word == 0 { return isOptional == true ? "nil" : "0" }
    if let isFirst = property?.beginsString { return StringWord.text(word, isFirst: isFirst) }
    if ch_block(word, &size) == word { return letter(word) }
    return VariableNames.constant(at: word) ?? "\(Int(bitPattern: word))"
  }

  private mutating func letter(_ instance: UInt) -> String {
    if let letter = letters[instance] { return letter }
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(letters.count % 26)))
    letters[instance] = letter
    return letter
  }

  // MARK: - The finding in a sentence

  private mutating func sentence(
    _ finding: Defect, _ concerned: [PerformedOperation], _ replay: Replay, _ log: InstrumentedLog,
    failingAt place: String?
  ) -> String {
    let who = concerned.map { "thread \($0.thread + 1)" }
    let (first, second) = (who.first ?? "a thread", who.last ?? "another")
    switch finding {
    case .instances:
      if who.isEmpty { return "two threads get different instances, in whatever order they run." }
      return first == second
        ? "\(first) gets another instance than a thread of which the others notice no step."
        : "\(first) and \(second) get different instances."
    case .nilResults: return "\(first) gets nil."
    case .halfBuilt: return "\(first) gets a half-built instance: as far as it can see, a field is not initialized."
    case .race: return race(concerned, first, second)
    case .hang: return concerned.map { waiting($0, replay) }.joined(separator: "; ") + "."
    case .trap: return trap(first + (place.map { " at \($0)" } ?? ""), replay)
    case .usedAfterDestroy: return log.earlyEnd.map { sentence(of: $0) } ?? "an object is used after its end."
    case .inits:
      return first == second
        ? "\(first) builds an instance more than once." : "\(first) and \(second) both build an instance."
    case .refused: return "\(first) gets an error: \(log.remarks[finding] ?? "")."
    case .unexpected: return "the threads have got \(log.remarks[finding] ?? "values"), which is not as expected."
    default: return finding.meaning + "."
    }
  }

  private func race(_ concerned: [PerformedOperation], _ first: String, _ second: String) -> String {
    let verbs = concerned.map { $0.written == nil ? "reads" : "writes" }
    guard verbs.count == 2 else { return "two threads race on plain memory." }
    let places = concerned.compactMap { line(of: $0).place }
    let lines = places.count == 2 ? " (\(places[0]) and \(places[1]))" : ""
    return "\(first) \(verbs[0]) and \(second) \(verbs[1]) it, and nothing orders the two: a data race\(lines)."
  }

  private func trap(_ who: String, _ replay: Replay) -> String {
    let failures = replay.failures.values
    if failures.isEmpty {
      return
        "the code of the test that judges what the threads have got traps; the message, if any, is on standard error."
    }
    if failures.contains(UInt(ch_left_group.rawValue)) {
      return "\(who) leaves a group that all have left, which stops the process."
    }
    if failures.contains(UInt(ch_ended_in_use.rawValue)) {
      return "\(who) lets a semaphore end with fewer permits than it began with, which stops the process."
    }
    return failures.contains(UInt(ch_overlapped.rawValue))
      ? "\(who) changes a variable while another access to it by the same thread is in progress, which stops the process."
      : "\(who) traps, which stops the process; the message is on standard error."
  }

  private mutating func sentence(of end: EarlyEnd) -> String {
    func place(_ step: Lifetimes.Step) -> String { UserLines.line(of: step.note.code).place.map { " (\($0))" } ?? "" }
    let (a, b) = ("thread \(end.release.thread + 1)", "thread \(end.use.thread + 1)")
    if end.isMemory {
      let use = end.use.note.kind == ch_note_release ? "frees it again" : "uses it afterwards"
      return "\(a) frees memory\(place(end.release)), and \(b) \(use)\(place(end.use))."
    }
    return
      "\(a) releases the last reference to an object\(place(end.release)), and \(b) uses it afterwards\(place(end.use))."
  }
}
