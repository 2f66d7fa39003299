import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonStressEngine
import SingletonTextFormats

/// The progress of a run on the console: a line that is rewritten, and above it the result of each row and notes.
final class RunDisplay {
  private let console: Console
  private let color: When
  /// `nil` if no progress is shown.
  private var line: ProgressLine?
  /// The counting times of the rows that have started.
  private var times: [Duration] = []

  init(_ request: RunRequest, _ console: Console) {
    self.console = console
    color = request.color
    line = request.progress.wantsProgress(in: console) ? ProgressLine(on: console.messages) : nil
  }

  func show(_ event: StressEvent) {
    switch event {
    case .rowStarted(_, _, _, let time): times.append(time)
    case .goingOn(let rows, let time): show(note: Self.goingOn(rows, time))
    case .stopped(let row, let process):
      show(
        note:
          "a signal has stopped the process of \(row.title), and the run waits for it\n  next: kill -CONT \(process)")
    case .progress, .rowFinished: break
    }
    line?.show(event)
  }

  /// Shows a row's result above the progress line, because a whole run takes a while.
  func show(_ row: StressRow) {
    clear()
    guard line != nil, row.status != .interrupted else { return }
    let result = row.resultText(width: console.messages.columns)
    console.printMessage(color.wantsColor(on: console.messages, in: console) ? result.painted : result.text)
  }

  /// Shows, before any row has begun, that the checker is being asked.
  func showChecker(rows: Int) {
    line?.show("asking the checker", number: 0, of: rows)
  }

  /// Prints the time that each row got if the user gave a time for the whole run.
  func finish(totalTime: Duration?) {
    clear()
    guard let totalTime, let least = times.min(), let most = times.max() else { return }
    let shares = least == most ? Self.milliseconds(least) : "\(Self.milliseconds(least)) to \(Self.milliseconds(most))"
    console.printFolded("--total-time \(DurationFormat.text(totalTime)): \(shares) per row\n")
  }

  func clear() { line?.clear() }

  private func show(note: String) {
    clear()
    console.printFolded("note: \(note)\n")
  }

  private static func goingOn(_ rows: Int, _ time: Duration) -> String {
    let defects = rows == 1 ? "1 row has" : "\(HumanFormat.grouped(rows)) rows have"
    return "\(defects) not reproduced the known defect yet and \(rows == 1 ? "continues" : "continue"), for at most"
      + " \(DurationFormat.text(time)) in all (--until-shown)"
  }

  private static func milliseconds(_ time: Duration) -> String {
    HumanFormat.short(Double(time.nanoseconds) / 1e6) + " ms"
  }
}
