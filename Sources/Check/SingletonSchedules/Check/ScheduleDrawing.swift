import SingletonCore
import SingletonDrawings
import SingletonStrategyKit

/// The drawing of a replayed schedule: a column for each task, a row for each job.
struct ScheduleDrawing {
  private let replay: ScheduleReplay
  private let tasks: Int
  private let sources: SourceLibrary

  init(
    _ replay: ScheduleReplay, tasks: Int, sources: SourceLibrary = SourceLibrary { SourceText(file: $0, at: $0) }
  ) {
    self.replay = replay
    self.tasks = tasks
    self.sources = sources
  }

  var text: String {
    let command = "check(..., replay: \"\(replay.code.text)\")"
    let text = CounterexampleDrawing(example, command: command, width: ScheduleReport.width).text
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  var example: Counterexample {
    var example = Counterexample()
    example.finding = replay.code.finding
    example.columns = (1...max(tasks, replay.steps.map(\.task).max() ?? 0)).map { "task \($0)" }
    example.steps = replay.steps.indices.map(step)
    example.sentence = sentence
    return example
  }

  private func step(_ index: Int) -> Counterexample.Step {
    let step = replay.steps[index]
    let place = step.place.isEmpty || step.place == Trace.timer ? step.place : "on \(step.place)"
    let time = step.time > 0 ? "at \(Trace.text(step.time))" : ""
    return Counterexample.Step(
      column: step.task - 1, source: source(step),
      operation: [[place, time].filter { !$0.isEmpty }.joined(separator: " "), operation(index)]
        .filter { !$0.isEmpty }.joined(separator: ", "),
      staleness: nil, isConcerned: isConcerned(index))
  }

  /// The line at which a task continued, or else the function.
  private func source(_ step: ScheduleReplay.Step) -> Counterexample.Source? {
    let function = step.function ?? ""
    if let name = step.line.name {
      return Counterexample.Source(
        file: name, line: step.line.line, text: sources[step.line].map(String.init) ?? function)
    }
    return function.isEmpty ? nil : Counterexample.Source(file: "", line: 0, text: function)
  }

  private func operation(_ index: Int) -> String {
    let step = replay.steps[index]
    let wait = step.waitingLine.name.map { name in
      let place = name == step.line.name ? "line \(step.waitingLine.line)" : step.waitingLine.place!
      return step.isPaused ? "pauses before \(place)" : "waits at \(place)"
    }
    let blocked = step.lockOwner.map { $0 == step.task ? "waits for its own lock" : "waits for \(lock(of: $0))" }
    let pause = step.isPaused && wait == nil ? "pauses" : nil
    let parts = accesses(index) + step.notes + [wait, pause, blocked].compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    if replay.crash != nil && index == replay.steps.count - 1 { return "stops the process" }
    return step.task <= tasks ? "waits" : "waits or ends"
  }

  private func lock(of task: Int) -> String { task == 0 ? "a lock" : "a lock of task \(task)" }

  private func accesses(_ index: Int) -> [String] {
    replay.race?.accesses.filter { $0.step == index }.map(\.note) ?? []
  }

  /// The words with which a step begins to tell of what the finding is about.
  private var sign: String? {
    switch replay.code.finding {
    case .instances, .nilResults, .unexpected: "returns "
    case .refused: "throws "
    default: nil
    }
  }

  private func isConcerned(_ index: Int) -> Bool {
    if replay.race != nil { return !accesses(index).isEmpty }
    if let sign { return replay.steps[index].notes.contains { $0.hasPrefix(sign) } }
    guard replay.code.finding == .hang else { return index == replay.steps.count - 1 }
    if isBlocked { return replay.steps[index].lockOwner != nil }
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

  /// What each caller has got.
  private var values: [String] {
    replay.steps.flatMap { step in
      step.notes.filter { $0.hasPrefix("returns ") }.map { "task \(step.task) \($0)" }
    }.sorted()
  }

  /// Whether jobs wait for one another's locks.
  private var isBlocked: Bool { replay.steps.contains { $0.lockOwner != nil } }

  private var deadlock: String {
    let waits = replay.steps.compactMap { step in step.lockOwner.map { "task \(step.task) waits for \(lock(of: $0))" } }
    return waits.joined(separator: ", and ") + ": a deadlock"
  }

  private var sentence: String {
    switch replay.code.finding {
    case .instances: "the tasks get different instances"
    case .nilResults: "a task gets nil"
    case .refused: "a task gets an error that it must not get"
    case .hang where isBlocked: deadlock
    case .hang:
      waiting.map { "task \($0)" }.joined(separator: " and ") + (waiting.count == 1 ? " waits" : " wait") + " forever"
    case .trap: replay.crash.map { "the process stops: \($0)" } ?? "the process stops"
    case .race where replay.race != nil: replay.race!.sentence { replay.steps[$0].task }
    case .unexpected: "\(values.joined(separator: ", ")), which is not as expected"
    default: replay.code.finding.meaning
    }
  }
}
