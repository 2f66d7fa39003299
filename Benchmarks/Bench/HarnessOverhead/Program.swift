import SingletonArgumentParsing
import SingletonPlatform
import SingletonStressEngine

/// The benchmarks of the harness itself: its clock, barriers, sweeps, cells, and processes, each strategy compared with
/// the same algorithm in C, strategies of a client's module, the model checker, checks of code as it is, what a run and the
/// checker find, and each listing compared with a plain loop.
@main enum Program {
  private static let sections: [(name: String, run: @Sendable () throws -> Void)] = [
    ("clock", ClockCost.show), ("gate", GateSkew.show), ("sweep", SweepCost.show), ("rates", SweepRates.show),
    ("bytes", CellBytes.show), ("child", ChildStart.show), ("c", CReferenceForms.show), ("client", ClientCost.show),
    ("check", CheckerSpeed.show), ("schedules", SearchCost.showSchedules),
    ("classes", SearchCost.showClasses),
  ]

  static func main() throws {
    let arguments = Array(commandLineArguments().dropFirst())
    if let code = ChildMain.runIfChild(arguments, catalog: .harness) { exit(code) }
    switch arguments.first {
    case MutantsCommand().name:
      exit(try show(MutantsCommand(), arguments.dropFirst()) { try MutationScore.show($0) ? 0 : 1 })
    case PlainCommand().name:
      exit(try show(PlainCommand(), arguments.dropFirst()) { try PlainTimes.show($0) ? 0 : 1 })
    case CountsCommand().name:
      exit(
        try show(CountsCommand(), arguments.dropFirst()) {
          try CountTrials.show($0)
          return 0
        })
    default: break
    }
    let unknown = arguments.filter { argument in !sections.contains { $0.name == argument } }
    guard unknown.isEmpty else {
      let known = sections.map(\.name).joined(separator: ", ") + "; or mutants, plain or counts first"
      fail("unknown section: \(unknown.joined(separator: ", ")); expected: \(known)")
    }
    for section in sections where arguments.isEmpty || arguments.contains(section.name) { try section.run() }
  }

  /// Runs a benchmark that has options, and returns the program's exit code.
  private static func show<Command: ParsableCommand>(
    _ command: Command, _ arguments: ArraySlice<String>, _ body: (Command.Settings) throws -> Int32
  ) throws -> Int32 {
    do {
      guard case .run(let settings) = try ArgumentParser.parse(Array(arguments), for: command) else {
        print(HelpGenerator(tool: "HarnessOverhead", width: 80).text(of: command))
        return 0
      }
      return try body(settings)
    } catch let error as UsageError {
      fail("\(error.problem); expected: \(error.expected ?? "nothing else")")
    }
  }

  private static func fail(_ message: String) -> Never {
    _ = "HarnessOverhead: \(message)\n".withCString { write(2, $0, strlen($0)) }
    exit(64)
  }
}
