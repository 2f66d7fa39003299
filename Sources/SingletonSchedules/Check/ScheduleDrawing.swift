import SingletonCore
import SingletonDrawings

/// The drawing of a replayed schedule: a column for each task, a row for each job.
struct ScheduleDrawing {
  private let replay: ScheduleReplay
  private let tasks: Int

  init(_ replay: ScheduleReplay, tasks: Int) {
    self.replay = replay
    self.tasks = tasks
  }

  var text: String {
    let command = "check(..., replay: \"\(replay.code.text)\")"
    let text = CounterexampleDrawing(example, command: command, width: ScheduleReport.width, numbersLines: false).text
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private var example: Counterexample {
    var example = Counterexample()
    example.finding = replay.code.finding
    example.columns = (1...max(tasks, replay.steps.map(\.task).max() ?? 0)).map { "task \($0)" }
    example.steps = replay.steps.indices.map(step)
    example.sentence = sentence
    return example
  }

  private func step(_ index: Int) -> Counterexample.Step {
    let step = replay.steps[index]
    let time = step.time > 0 ? "at \(Trace.text(step.time)), " : ""
    let place = [time + step.place, step.function].compactMap(\.self).joined(separator: ": ")
    return Counterexample.Step(
      column: step.task - 1,
      source: step.place.isEmpty ? nil : Counterexample.Source(file: "", line: index, text: place),
      operation: operation(index), staleness: nil, isConcerned: isConcerned(index))
  }

  private func operation(_ index: Int) -> String {
    let notes = replay.steps[index].notes
    if !notes.isEmpty { return notes.joined(separator: ", ") }
    if replay.crash != nil && index == replay.steps.count - 1 { return "stops the process" }
    return replay.steps[index].task <= tasks ? "waits" : "waits or ends"
  }

  /// The words with which a step begins to tell of what the finding is about.
  private var sign: String? {
    switch replay.code.finding {
    case .instances, .nilResults: "returns "
    case .refused: "throws "
    default: nil
    }
  }

  private func isConcerned(_ index: Int) -> Bool {
    if let sign { return replay.steps[index].notes.contains { $0.hasPrefix(sign) } }
    guard replay.code.finding == .hang else { return index == replay.steps.count - 1 }
    let task = replay.steps[index].task
    return waiting.contains(task) && !replay.steps[(index + 1)...].contains { $0.task == task }
  }

  /// The callers that have neither returned nor thrown.
  private var waiting: [Int] {
    (1...tasks).filter { task in
      !replay.steps.contains {
        $0.task == task && $0.notes.contains { $0.hasPrefix("returns ") || $0.hasPrefix("throws ") }
      }
    }
  }

  private var sentence: String {
    switch replay.code.finding {
    case .instances: "the tasks get different instances"
    case .nilResults: "a task gets nil"
    case .refused: "a task gets an error that it must not get"
    case .hang: waiting.map { "task \($0)" }.joined(separator: " and ") + " waits forever"
    case .trap: replay.crash.map { "the process stops: \($0)" } ?? "the process stops"
    default: replay.code.finding.meaning
    }
  }
}
