import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// A schedule that was replayed: its steps, and what it shows.
struct ScheduleReplay {
  let code: ScheduleCode
  let mostBuildings: UInt64
  /// The defects that the schedule showed.
  let defects: [Defect]
  /// The way in which the schedule stopped the process, or `nil` if it did not.
  let crash: String?
  /// The reason why the schedule does not show its finding, or `nil` if it does.
  let obstacle: String?
  let steps: [Step]
  /// The race that is the finding, or `nil` if that is another one.
  let race: ScheduleRace?

  /// A job that has run.
  struct Step {
    let task: Int
    let place: String
    /// The line at which the task continued; unknown if the program has no debug information for it.
    let line: SourceLine
    /// The function in which the task continued, or `nil` if its name is not known.
    let function: String?
    /// The virtual time in nanoseconds.
    let time: UInt64
    /// The line at which the task, which is a caller, waits after the job; unknown as above, or if it does not wait.
    let waitingLine: SourceLine
    /// Whether the job pauses at that line, so that others come between.
    let isPaused: Bool
    /// The task that holds the lock for which the job waits forever, or 0 if that is not known; `nil` if the job does not.
    let lockOwner: Int?
    let notes: [String]
  }

  init(_ code: ScheduleCode, _ ledger: Ledger) {
    self.code = code
    mostBuildings = ledger[.mostBuildings]
    defects = ledger.defects
    crash = ledger.crash
    race = code.finding == .race ? ScheduleRace(ledger.race) : nil
    steps = ledger.steps.split(separator: Trace.stepEnd).compactMap { Step(String($0)) }
    obstacle =
      ledger.ending == .obstacle && crash == nil
      ? ledger.obstacle
      : defects.contains(code.finding)
        ? nil : "its schedule did not show it again, so the program does not repeat itself"
  }
}

extension ScheduleReplay.Step {
  init?(_ text: String) {
    let fields = text.split(separator: Trace.fieldEnd, omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 6, let task = Int(fields[0]), let time = UInt64(fields[3]) else { return nil }
    self.task = task
    self.time = time
    place = fields[1]
    // A job that has stopped the process has no more.
    let end = Array(fields.dropFirst(6))
    (isPaused, lockOwner) = (fields[5].hasPrefix(Trace.pauseMark), end.first.flatMap { Int($0) })
    // A task that has not begun continues in the runtime, before its own code.
    let entry = TaskEntry(Self.functions(fields[4])).map { [$0.address] }
    let pause = Self.pausedCodes(fields[2])
    let functions = pause ?? entry ?? Self.functions(fields[2])
    line = pause.map(Self.lineOfPause) ?? Self.line(functions)
    function = functions.lazy.filter { !Self.isOwn(at: $0) }.compactMap(FunctionName.at).first
    waitingLine = Self.pausedCodes(fields[5]).map(Self.lineOfPause) ?? Self.line(Self.functions(fields[5]))
    notes = end.dropFirst().filter { !$0.isEmpty }
  }

  /// Returns the addresses of the code before which a job pauses, or `nil` if it does not.
  private static func pausedCodes(_ text: String) -> [UInt]? {
    text.hasPrefix(Trace.pauseMark) ? functions(String(text.dropFirst())) : nil
  }

  /// Returns the line of such code. What the compiler has made has none.
  private static func lineOfPause(_ codes: [UInt]) -> SourceLine {
    codes.lazy.map { CodeLines[$0] }.first { $0.file != nil && !isOwn($0) } ?? codes.first.map(SourceLine.ofAccess)
      ?? .unknown
  }

  private static func functions(_ text: String) -> [UInt] { text.split(separator: " ").compactMap { UInt($0) } }

  /// Returns the line at which a task continues or, if that is in a library, the line of its caller.
  private static func line(_ functions: [UInt]) -> SourceLine {
    // The copy has its code where this process has it.
    functions.lazy.map { Resumption(at: $0).line }.first { $0.file != nil && !isOwn($0) } ?? .unknown
  }

  /// Whether code is the check's. What hands a closure of the check what that has captured has no line.
  private static func isOwn(at address: UInt) -> Bool {
    isOwn(CodeLines.line(at: address))
      || FunctionName.whole(at: address).flatMap(FunctionName.module(ofClosure:)) == "SingletonSchedules"
  }

  /// Whether a line is one of the check itself, which is no code of the program.
  private static func isOwn(_ line: SourceLine) -> Bool {
    line.file.map { file in ownFolders.contains { file.hasPrefix($0) } } ?? false
  }

  private static let ownFolders = ["Check/SingletonSchedules", "Bench/SingletonStrategyKit"].map {
    (0..<4).reduce(#filePath) { path, _ in Path.folder(of: path) } + "/" + $0 + "/"
  }
}
