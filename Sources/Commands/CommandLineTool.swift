package import Lessons
package import Outcomes
package import Strategies
package import StressEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The whole program as a value: arguments in, an exit code out.
package struct CommandLineTool {
  package static let version = "0.2.0"

  let name: String
  let catalog: Catalog
  /// Made only when it is asked for: most processes are children of a run, which must start fast.
  let course: () -> Course
  let console: Console
  let engine: RunEngine
  let host: () -> HostFacts
  let circumstances: () -> Circumstances
  /// Where the threads of a row come from.
  let threadSource: (EngineKind) -> any ThreadSource

  package init(
    name: String = "singleton-bench", catalog: Catalog = .standard,
    course: @escaping @autoclosure () -> Course = .standard,
    console: Console = .ofProcess,
    engine: @escaping RunEngine = stressEngine, host: @escaping () -> HostFacts = HostFacts.ofThisMachine,
    circumstances: @escaping () -> Circumstances = Circumstances.ofThisMoment,
    threadSource: @escaping (EngineKind) -> any ThreadSource = \.threadSource
  ) {
    self.name = name
    self.catalog = catalog
    self.course = course
    self.console = console
    self.engine = engine
    self.host = host
    self.circumstances = circumstances
    self.threadSource = threadSource
  }

  var versionLine: String { "\(name) \(Self.version)\n" }

  /// THE list of commands; without a command's name the first is meant.
  private var commands: [any Command] {
    [
      RunCommand(catalog: catalog), CheckCommand(catalog: catalog), ReplayCommand(), LitmusCommand(), CompareCommand(),
      MergeCommand(), CalibrateCommand(catalog: catalog), ReportCommand(), LearnCommand(course: course()),
      ListCommand(), ExplainCommand(catalog: catalog), CompletionsCommand(),
    ]
  }

  /// - Parameter arguments: without the program's name.
  /// - Returns: the exit code.
  package func main(arguments: [String]) -> Int32 {
    if let code = RowChild.takeOver(arguments, catalog: catalog, source: threadSource) { return code }
    prepareStandardDescriptors()
    do {
      return try dispatch(arguments).rawValue
    } catch {
      return report(error).rawValue
    }
  }

  /// Runs with the arguments of this process, and ends it.
  package func runAndExit() -> Never {
    exit(main(arguments: Array(CommandLine.arguments.dropFirst())))
  }

  private func dispatch(_ arguments: [String]) throws -> ExitCode {
    let invocation = Invocation(tool: self, commands: commands)
    let first = arguments.first ?? ""
    if first == "-h" || first == "--help" {
      try console.output.write(HelpText(tool: name).text(of: commands))
      return .held
    }
    if arguments.isEmpty || first.hasPrefix("-") {
      return try commands[0].execute(arguments, in: invocation)
    }
    guard let command = commands.first(where: { $0.name == first }) else { throw unknownCommand(first) }
    return try command.execute(Array(arguments.dropFirst()), in: invocation)
  }

  private func unknownCommand(_ text: String) -> CommandError {
    let names = commands.map(\.name)
    return .usage(
      "unknown command \(text.quoted)",
      expected: "one of " + names.joined(separator: ", ") + ", or an option of \(commands[0].name)",
      nearest: Spelling.nearest(to: text, among: names + ["--help", "--version"]).map { [$0] } ?? [], next: "--help")
  }

  private func report(_ error: any Error) -> ExitCode {
    let error = CommandError(telling: error)
    if error.code != .readerLeft { console.say(error.message(from: name)) }
    return error.code
  }
}
