import Lessons
import Strategies

/// A command: what it is called, what it takes, what it does.
protocol Command<Settings> {
  associatedtype Settings

  var name: String { get }
  /// One line, for the list of commands.
  var summary: String { get }
  /// Paragraphs of the command's help.
  var discussion: [String] { get }
  /// THE list of its options.
  var options: [Option<Settings>] { get }
  var operand: Operand<Settings>? { get }
  var examples: [Example] { get }
  /// Before any argument is read: the defaults.
  var settings: Settings { get }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode
}

/// Arguments that somebody could type, without the program's name, and what they do.
struct Example {
  let arguments: String
  let meaning: String

  init(_ arguments: String, _ meaning: String) {
    self.arguments = arguments
    self.meaning = meaning
  }
}

/// What a command sees of the program that runs it.
struct Invocation {
  let tool: CommandLineTool
  let commands: [any Command]

  var console: Console { tool.console }
  var catalog: Catalog { tool.catalog }
  var course: Course { tool.course() }
}

extension Command {
  var operand: Operand<Settings>? { nil }

  var allOptions: [Option<Settings>] { options + Option.common }
  var optionFacts: [OptionFacts] { allOptions.map(\.facts) }
  var operandFacts: OperandFacts? { operand?.facts }

  func execute(_ arguments: [String], in invocation: Invocation) throws -> ExitCode {
    do {
      return try fulfil(CommandLineParser.parse(arguments, for: self), in: invocation)
    } catch var error as CommandError where error.code == .usage {
      error.next = error.next ?? "\(name) --help"
      throw error
    }
  }

  private func fulfil(_ request: CommandLineParser<Settings>.Request, in invocation: Invocation) throws -> ExitCode {
    switch request {
    case .run(let settings): return try run(settings, in: invocation)
    case .showHelp: try invocation.console.output.write(HelpText(tool: invocation.tool.name).text(of: self))
    case .showVersion: try invocation.console.output.write(invocation.tool.versionLine)
    }
    return .held
  }
}
