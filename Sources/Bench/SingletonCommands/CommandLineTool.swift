package import SingletonArgumentParsing
package import SingletonCore
import SingletonPlatform
package import SingletonStrategyKit
package import SingletonStressEngine

/// The command-line tool. It turns arguments into output and an exit code.
package struct CommandLineTool {
  /// The version of singleton-bench, which determines the reports of every tool that is built with it.
  package static let harnessVersion = packageVersion

  package let name: String
  /// The version of the tool itself, or `nil` if it has none.
  private let version: String?
  let catalog: Catalog
  /// A closure, because most processes are children of a run, which must start quickly and need no commands.
  private let groups: () -> [CommandGroup]
  let console: Console
  package let engine: RunEngine
  package let host: () -> HostInfo
  let conditions: () -> SystemConditions
  let threadSource: ThreadSource
  /// Whether instructions are counted even in a debug build. There, counting takes long, and the counts cannot be
  /// compared.
  let countsInDebugBuild: Bool
  private let listings: ListingChecker?

  /// - Parameters:
  ///   - groups: The commands that other modules add.
  ///   - listings: Checks listings; `nil` if the program beside this one does.
  package init(
    name: String, version: String? = nil, catalog: Catalog,
    adding groups: @escaping @autoclosure () -> [CommandGroup] = [], console: Console = .ofProcess,
    engine: @escaping RunEngine = { try $0.execute(as: $1, $2) },
    host: @escaping () -> HostInfo = HostInfo.ofThisMachine,
    conditions: @escaping () -> SystemConditions = SystemConditions.ofThisMoment,
    threadSource: @escaping ThreadSource = { $0.start($1, $2) }, countsInDebugBuild: Bool = false,
    checkingListings listings: ListingChecker? = nil
  ) {
    self.name = name
    self.version = version
    self.catalog = catalog
    self.groups = groups
    self.console = console
    self.engine = engine
    self.host = host
    self.conditions = conditions
    self.threadSource = threadSource
    self.countsInDebugBuild = countsInDebugBuild
    self.listings = listings
  }

  var versionLine: String {
    let harness = "singleton-bench \(Self.harnessVersion)"
    let own = name + (version.map { " \($0)" } ?? "")
    return own == harness ? "\(own)\n" : "\(own) (\(harness))\n"
  }

  /// Returns all commands, the default one first.
  private func commands(_ contents: ToolContents, adding groups: [CommandGroup]) -> [any Command] {
    let own: [any Command] = [
      RunCommand(catalog: catalog), CheckCommand(catalog: catalog, listings: listings), ReplayCommand(),
      CompareCommand(), ReportCommand(),
    ]
    return own + groups.flatMap(\.commands) + [
      ListCommand(contents: contents), ExplainCommand(contents: contents), ColumnsCommand(),
      CompletionsCommand(),
    ]
  }

  /// Runs a command.
  ///
  /// - Parameter arguments: The arguments, without the program's name.
  /// - Returns: The exit code.
  package func main(arguments: [String]) -> Int32 {
    if let code = ChildMain.runIfChild(arguments, catalog: catalog, startingThreads: threadSource) { return code }
    prepareProcess()
    let groups = groups()
    let contents = ToolContents(catalog: catalog, lessons: groups.flatMap(\.lessons))
    let tool = Tool(name: name, hasCourse: !contents.lessons.isEmpty, advice: catalog.advice)
    return Tool.$current.withValue(tool) {
      do {
        try requireSoundProcess()
        let commands = commands(contents, adding: groups)
        return try dispatch(arguments, Invocation(tool: self, commands: commands)).rawValue
      } catch {
        return report(error).rawValue
      }
    }
  }

  /// Runs a command with the arguments of this process, then exits.
  package func runAndExit() -> Never {
    exit(main(arguments: Array(commandLineArguments().dropFirst())))
  }

  private func help(_ commands: [any Command]) -> String {
    HelpGenerator(tool: name, width: console.textColumns).text(
      abstract:
        "Stress-tests singleton implementations, correct and broken, on real threads; model-checks the same source;"
        + " compares reports in CI.",
      commands: commands, exitCodes: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) },
      notes: ["If several apply, the most severe is returned. 64 and 65 are detected before any row runs."])
  }

  private func dispatch(_ arguments: [String], _ invocation: Invocation) throws -> ExitCode {
    let commands = invocation.commands
    let first = arguments.first ?? ""
    if first == "-h" || first == "--help" {
      try console.output.write(help(commands))
      return .passed
    }
    if arguments.isEmpty || first.hasPrefix("-") {
      return try commands[0].execute(arguments, in: invocation)
    }
    guard let command = commands.first(where: { $0.name == first }) else { throw unknownCommand(first, commands) }
    return try command.execute(Array(arguments.dropFirst()), in: invocation)
  }

  private func unknownCommand(_ text: String, _ commands: [any Command]) -> CommandError {
    let names = commands.map(\.name)
    return .usage(
      "unknown command \(text.quoted)",
      expected: "one of " + names.joined(separator: ", ") + ", or an option of \(commands[0].name)",
      nearest: Suggestions.nearest(to: text, among: names + ["--help", "--version"]), next: "--help")
  }

  private func report(_ error: any Error) -> ExitCode {
    let error = CommandError(ofRun: error)
    if error.code != .readerLeft { console.printFolded(error.message(from: name)) }
    return error.code
  }
}
