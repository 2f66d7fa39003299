import SingletonCore
import SingletonPlatform
import SingletonTrialRuntime

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

  /// A job that has run.
  struct Step {
    let task: Int
    let place: String
    /// The function in which the task continued, or `nil` if its name is not known.
    let function: String?
    /// The virtual time in nanoseconds.
    let time: UInt64
    let notes: [String]
  }

  init(_ code: ScheduleCode, _ ledger: Ledger) {
    self.code = code
    mostBuildings = ledger[.mostBuildings]
    defects = ledger.defects
    crash = ledger.crash
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
    guard fields.count >= 5, let task = Int(fields[0]), let code = UInt(fields[2]), let time = UInt64(fields[3]) else {
      return nil
    }
    self.task = task
    self.time = time
    place = fields[1]
    // The copy has its code where this process has it.
    function = FunctionName.at(code)
    notes = fields[4...].filter { !$0.isEmpty }
  }
}
