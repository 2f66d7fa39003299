import CSingletonSchedules
import SingletonCore
import SingletonPlatform
import Synchronization

/// What a search has seen so far, in memory that its process shares with the one that watches it, so that it survives a
/// crash.
struct Ledger {
  /// How a search ended.
  enum Ending: UInt64 {
    case underWay
    /// Every schedule was visited.
    case complete
    case scheduleLimit
    case timeLimit
    /// No verdict is possible; see ``Ledger/obstacle``.
    case obstacle
  }

  enum Field: Int, CaseIterable {
    case ending, schedules, mostBuildings, depth, obstacleBytes, crashBytes, outcomeBytes, stepBytes
    /// 1 if a caller ran on an actor, was suspended before its call ended, or used a lock or an atomic that others use.
    case isFollowed
    /// 1 if a job of the schedule under way has begun.
    case hasBegun
    /// 1 while a process runs its first schedules, which do not count.
    case isRehearsing
    /// 1 while a process rehearses cancellations, and for good after a crash meanwhile. Then they are not rehearsed.
    case cancellationCrashes
    /// 1 while the second of those schedules runs.
    case isRepeating
    /// A ``FollowUp`` while its schedules run, or 0.
    case followUp
    /// The number of schedules of each ``FollowUp`` that have run to their end.
    case uninstrumentedRuns, perturbedRuns
    /// 1 if code has run that tells of its accesses to memory.
    case hasSeenMemory
    /// 1 if jobs pause, so that the choices have a number for each job that has run: that of its pause, or 0.
    case divides
    /// 1 if jobs of several tasks use an atomic, or try to take a lock.
    case hasAtomics
    /// How a system call has ended the process: a `cs_report`.
    case reportedCall, reportedCode, reportedBlock, reportedExit
  }

  /// The maximum number of choices of a schedule.
  static let mostLevels = 4_000
  private static let defects = Defect.allCases
  private static let countBase = Field.allCases.count
  private static let pathBase = countBase + defects.count
  private static let levelBase = pathBase + defects.count * (1 + mostLevels)
  private static let wordCount = levelBase + mostLevels

  /// The memory. Its heartbeat is the number of jobs that have run.
  let shared: SharedMemory

  init() throws(EngineError) {
    let words = SharedMemory.Sign.allCases.count + Self.wordCount
    shared = try SharedMemory(threads: 1, byteCount: words * SharedMemory.wordBytes + LedgerText.allBytes)
  }

  subscript(field: Field) -> UInt64 {
    get { self[word: field.rawValue] }
    nonmutating set { self[word: field.rawValue] = newValue }
  }

  private subscript(word index: Int) -> UInt64 {
    get { shared.word(index).pointee.load(ordering: .relaxed) }
    nonmutating set { shared.word(index).pointee.store(newValue, ordering: .relaxed) }
  }

  /// The words of a `cs_report`.
  var report: UnsafeMutablePointer<UInt64> {
    let first = shared.word(Field.reportedCall.rawValue)
    return UnsafeMutableRawPointer(mutating: first).assumingMemoryBound(to: UInt64.self)
  }

  func clearReport() {
    for field in [Field.reportedCall, .reportedCode, .reportedBlock, .reportedExit] { self[field] = 0 }
  }

  /// The system call that has ended the process, and the function that has made it, or `nil`.
  ///
  /// Both processes have the same code, so the addresses are those of this one.
  var refusedCall: String? {
    guard let name = UnsafePointer<CChar>(bitPattern: UInt(self[.reportedCall])) else { return nil }
    let function = FunctionName.at(UInt(self[.reportedCode])).map { " in \($0)" } ?? ""
    return "(\(String(cString: name)))\(function)"
  }

  var ending: Ending {
    get { Ending(rawValue: self[.ending])! }
    nonmutating set { self[.ending] = newValue.rawValue }
  }
}

// MARK: - The schedule under way

extension Ledger {
  /// The choices of the schedule under way.
  var levels: [SearchPath.Level] {
    (0..<Int(self[.depth])).map { SearchPath.Level(word: self[word: Self.levelBase + $0]) }
  }

  func note(_ level: SearchPath.Level, at depth: Int) {
    change(level, at: depth)
    self[.depth] = UInt64(depth + 1)
  }

  func change(_ level: SearchPath.Level, at depth: Int) { self[word: Self.levelBase + depth] = level.word }

  /// Sets the choices with which the next process begins, and drops the steps of the one before.
  func restore(_ levels: [SearchPath.Level]) {
    forgetSteps()
    for (depth, level) in levels.enumerated() { self[word: Self.levelBase + depth] = level.word }
    self[.depth] = UInt64(levels.count)
  }
}

extension SearchPath.Level {
  fileprivate var word: UInt64 { UInt64(choice) << 48 | UInt64(width) << 32 | UInt64(mark) }

  fileprivate init(word: UInt64) {
    self.init(
      choice: Int(word >> 48), width: Int(word >> 32 & 0xffff), mark: UInt32(truncatingIfNeeded: word))
  }
}

// MARK: - Findings

extension Ledger {
  /// Returns the number of schedules that showed a defect.
  func count(_ defect: Defect) -> UInt64 { self[word: Self.countBase + index(defect)] }

  /// What the schedules so far have come to.
  var tally: Tally {
    get { Tally(schedules: self[.schedules], counts: Self.defects.map(count)) }
    nonmutating set {
      self[.schedules] = newValue.schedules
      for (index, count) in newValue.counts.enumerated() { self[word: Self.countBase + index] = count }
    }
  }

  /// Notes a defect of the schedule under way, and the choices that led to it if there are fewer than any before.
  func note(_ defect: Defect) {
    self[word: Self.countBase + index(defect)] += 1
    let base = pathBase(defect)
    guard count(defect) == 1 || self[.depth] < self[word: base] else { return }
    self[word: base] = self[.depth]
    for (index, level) in levels.enumerated() { self[word: base + 1 + index] = UInt64(level.choice) }
  }

  /// Returns the choices that lead to a defect that was found.
  func choices(_ defect: Defect) -> [Int] {
    let base = pathBase(defect)
    return (0..<Int(self[word: base])).map { Int(self[word: base + 1 + $0]) }
  }

  var defects: [Defect] { Self.defects.filter { count($0) > 0 }.inOrderOfInterest }

  private func index(_ defect: Defect) -> Int { Self.defects.firstIndex(of: defect)! }
  private func pathBase(_ defect: Defect) -> Int { Self.pathBase + index(defect) * (1 + Self.mostLevels) }
}

// MARK: - Texts

/// A text in the memory: its length is in a field, and its bytes are at an offset behind the words.
private struct LedgerText {
  let length: Ledger.Field
  let offset: Int
  let capacity: Int

  static let obstacle = LedgerText(length: .obstacleBytes, offset: 0, capacity: 1 << 12)
  static let crash = LedgerText(length: .crashBytes, offset: 1 << 12, capacity: 1 << 12)
  static let outcomes = LedgerText(length: .outcomeBytes, offset: 1 << 13, capacity: 1 << 16)
  static let steps = LedgerText(length: .stepBytes, offset: 1 << 17, capacity: 1 << 18)
  /// The bytes of the texts, and of what ``Ledger/seen`` has behind them.
  static let textBytes = steps.offset + steps.capacity
  static let allBytes = textBytes + MemoryLayout<Ledger.Seen>.size
}

extension Ledger {
  /// The reason why no verdict is possible, if there is one.
  var obstacle: String { self[LedgerText.obstacle] }
  /// The way in which the first schedule that crashed did so, or `nil` if none has.
  var crash: String? { self[.crashBytes] == 0 ? nil : self[LedgerText.crash] }
  /// The steps of a replayed schedule; see ``Trace``.
  var steps: String { self[LedgerText.steps] }

  /// What the schedules have come to, each in a line; see ``Observation/summary``.
  var outcomes: Set<String> { Set(self[LedgerText.outcomes].split(separator: "\n").map(String.init)) }

  func addOutcome(_ text: String) { append(text + "\n", to: .outcomes) }
  func addStep(_ text: String) { append(text, to: .steps) }

  func forgetSteps() { self[.stepBytes] = 0 }

  func stop(because reason: String) {
    self[.obstacleBytes] = 0
    append(reason, to: .obstacle)
    ending = .obstacle
  }

  /// Whether a process has ended while it rehearsed cancellations, which no schedule of the search shows yet.
  var hasEndedEarly: Bool { self[.isRehearsing] == 1 && self[.cancellationCrashes] == 1 }

  /// Whether a process has crashed in the second of its first schedules, which says nothing about one that comes first.
  var hasCrashedRepeating: Bool { self[.isRehearsing] == 1 && self[.isRepeating] == 1 }

  /// The follow-up whose schedules run, or `nil` if the search is under way.
  var followUp: FollowUp? {
    get { FollowUp(rawValue: self[.followUp]) }
    nonmutating set { self[.followUp] = newValue?.rawValue ?? 0 }
  }

  /// Notes that the schedule under way has crashed.
  func noteCrash(_ cause: String) {
    if crash == nil { append(cause, to: .crash) }
    note(.trap)
    self[.schedules] += 1
  }

  /// Lets the next process go on after the schedule that has crashed.
  func leaveCrash() {
    var path = SearchPath(made: levels)
    if self[.isRehearsing] == 1 {
      stop(because: "each process crashes in its first schedule")
    } else if path.advance() {
      restore(path.levels)
    } else {
      ending = .complete
    }
  }

  /// The notes of the watch over memory: the doubt that keeps the search from deciding, and the first race of the latest schedule.
  typealias Seen = (doubt: cs_doubt, race: cs_race)

  var seen: UnsafeMutablePointer<Seen> { (bytes + LedgerText.textBytes).assumingMemoryBound(to: Seen.self) }

  private var bytes: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(mutating: UnsafeRawPointer(shared.word(Self.wordCount)))
  }

  private func address(of text: LedgerText) -> UnsafeMutableRawPointer { bytes + text.offset }

  private subscript(text: LedgerText) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: address(of: text), count: Int(self[text.length])), as: UTF8.self)
  }

  /// Adds to a text; what does not fit is dropped.
  private func append(_ addition: String, to text: LedgerText) {
    let end = Int(self[text.length])
    let bytes = Array(addition.utf8.prefix(text.capacity - end))
    bytes.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      (address(of: text) + end).copyMemory(from: start, byteCount: $0.count)
    }
    self[text.length] = UInt64(end + bytes.count)
  }
}
