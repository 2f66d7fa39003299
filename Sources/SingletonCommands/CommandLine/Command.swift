import SingletonArgumentParsing
import SingletonLessons
import SingletonStrategyKit

/// A command of the program.
protocol Command<Settings>: ParsableCommand {
  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode
}

/// The context in which a command runs: the program, its course and its commands.
struct Invocation {
  let tool: CommandLineTool
  let course: Course
  let commands: [any Command]

  var console: Console { tool.console }
  var catalog: Catalog { tool.catalog }
}

extension Command {
  func execute(_ arguments: [String], in invocation: Invocation) throws -> ExitCode {
    do {
      return try fulfill(ArgumentParser.parse(arguments, for: self), in: invocation)
    } catch let error as UsageError {
      throw CommandError(error, next: "\(name) --help")
    } catch var error as CommandError where error.code == .usage {
      error.next = error.next ?? "\(name) --help"
      throw error
    }
  }

  private func fulfill(_ request: ArgumentParser<Settings>.Request, in invocation: Invocation) throws -> ExitCode {
    switch request {
    case .run(let settings): return try run(settings, in: invocation)
    case .showHelp:
      let help = HelpGenerator(tool: invocation.tool.name, width: invocation.console.textColumns)
      try invocation.console.output.write(help.text(of: self))
    case .showVersion: try invocation.console.output.write(invocation.tool.versionLine)
    }
    return .passed
  }
}
