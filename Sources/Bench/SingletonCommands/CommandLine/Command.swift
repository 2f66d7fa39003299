// Commands are written with it.
@_exported public import SingletonArgumentParsing
package import SingletonStrategyKit
import SingletonTextFormats

package protocol Command<Settings>: ParsableCommand {
  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode
}

/// The context of a command: the program that runs it, and the program's other commands.
package struct Invocation {
  package let tool: CommandLineTool
  let commands: [any Command]

  package var console: Console { tool.console }
  package var catalog: Catalog { tool.catalog }
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
    } catch let error as InputError {
      let columns = ColumnReference.all.flatMap(\.columns).map(\.term)
      let column = error.column.flatMap { columns.contains($0) ? $0 : nil }
      throw CommandError(error, next: column.map { "explain \($0)" } ?? "\(name) --help")
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

// MARK: - Commands of other modules

/// Commands that a module adds to a tool, with the lessons that `list` and `explain` describe.
package struct CommandGroup {
  let commands: [any Command]
  let lessons: [LessonReference]

  package init(commands: [any Command], lessons: [LessonReference] = []) {
    self.commands = commands
    self.lessons = lessons
  }
}

/// A reference to a lesson, for commands outside the course.
package struct LessonReference: Sendable {
  /// The name on the command line, as in `learn double-checked`.
  let id: String
  let title: String
  /// The statements that the lesson demonstrates, as sentences.
  let claims: [String]
  /// The ids of the strategies that the lesson shows, races, or checks.
  let strategies: [String]

  package init(id: String, title: String, claims: [String], strategies: [String]) {
    self.id = id
    self.title = title
    self.claims = claims
    self.strategies = strategies
  }
}

/// The named contents of a tool: its strategies and its lessons.
struct ToolContents {
  let catalog: Catalog
  let lessons: [LessonReference]
}
