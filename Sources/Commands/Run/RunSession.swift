import Outcomes
import StressEngine

/// One run as it is heard from the engine: keeps the rows, shows the progress, ends with the exit code.
final class RunSession {
  let plan: Plan
  private let output: RunOutput
  private var progress: ProgressLine?
  private let console: Console
  private var rows: [StressRow] = []

  init(plan: Plan, output: RunOutput, progress: ProgressLine?, console: Console) {
    self.plan = plan
    self.output = output
    self.progress = progress
    self.console = console
  }

  func hear(_ event: StressEvent) throws {
    if case .rowFinished(let row, let samples) = event {
      clearProgress()
      rows.append(row)
      try output.rowFinished(row, samples: samples)
    }
    if let text = progress?.hear(event, now: Machine.monotonicNanoseconds, columns: console.messages.columns) {
      console.say(text)
    }
  }

  func finish() throws -> ExitCode {
    clearProgress()
    guard rows.count == plan.rows.count else {
      throw CommandError.ownBug("\(rows.count) rows came back of \(plan.rows.count) that were planned")
    }
    rows.sort { RowKey.inReportOrder($0.key, $1.key) }
    let verdict = Verdict(of: rows)
    try output.finish(rows, verdict: verdict)
    return ExitCode(verdict)
  }

  func clearProgress() {
    progress?.clear().map(console.say)
  }
}
