import SingletonTextFormats

/// A generator for the help of a program and its commands, derived from their declarations.
package struct HelpGenerator {
  private let tool: String
  private let width: Int

  /// - Parameter tool: The program's name; empty if its only command has that name.
  package init(tool: String = "", width: Int) {
    self.tool = tool
    self.width = width
  }

  /// Returns the program's help.
  ///
  /// - Parameters:
  ///   - abstract: What the program does.
  ///   - commands: The commands, the default one first.
  ///   - exitCodes: The exit codes and their meanings.
  ///   - notes: The paragraphs after the exit codes.
  package func text(
    abstract: String, commands: [any ParsableCommand], exitCodes: [(term: String, meaning: String)], notes: [String]
  ) -> String {
    [
      paragraphs(["Usage: \(tool) [COMMAND] [OPTIONS]"]),
      paragraphs([abstract]),
      section("Commands", commands.map { ($0.name, $0.abstract) }),
      paragraphs([
        "The default command is \(commands[0].name). '\(tool) COMMAND --help' shows what a command takes."
      ]),
      options([.help, .version]),
      examples(commands.flatMap { $0.examples.prefix(1) }),
      section("Exit codes", exitCodes),
      paragraphs(notes),
    ].joined(separator: "\n")
  }

  package func text(of command: any ParsableCommand) -> String {
    let argument = command.argumentInfo.map { " \($0.usage)" } ?? ""
    let sections = [
      paragraphs(["Usage: \(line("\(command.name)\(argument) [OPTIONS]"))"]),
      paragraphs([Self.sentence(command.abstract)] + command.discussion),
      command.argumentInfo.map { section("Arguments", [($0.value.placeholder, $0.value.expected)]) },
      options(command.optionInfos),
      paragraphs(["A long option can also be written --name=value; -- ends the options."]),
      examples(command.examples),
    ]
    return sections.compactMap(\.self).joined(separator: "\n")
  }

  private func line(_ arguments: String) -> String { tool.isEmpty ? arguments : "\(tool) \(arguments)" }

  private func paragraphs(_ texts: [String]) -> String {
    texts.map { $0.hasPrefix(" ") ? $0 + "\n" : TextLayout.paragraph($0, width: width) }.joined(separator: "\n")
  }

  private func section(_ title: String, _ pairs: [(term: String, meaning: String)]) -> String {
    "\(title):\n" + TextLayout.definitions(pairs, width: width)
  }

  /// Returns the examples, each on a line with its meaning below.
  private func examples(_ examples: [Example]) -> String {
    let lines = examples.map {
      "  \(line($0.arguments))\n" + TextLayout.folded("      \($0.meaning)\n", width: width)
    }
    return "Examples:\n" + lines.joined()
  }

  private func options(_ options: [OptionInfo]) -> String {
    section("Options", options.map { (Self.term($0), Self.meaning($0)) })
  }

  private static func term(_ option: OptionInfo) -> String {
    let names = option.spellings.joined(separator: ", ")
    return option.value.map { "\(names) \($0.placeholder)" } ?? names
  }

  private static func meaning(_ option: OptionInfo) -> String {
    let repeats = option.repeats ? "; repeatable" : ""
    return option.meaning() + repeats + (option.default().map { " (default: \($0))" } ?? "")
  }

  private static func sentence(_ abstract: String) -> String {
    abstract.prefix(1).uppercased() + abstract.dropFirst() + "."
  }
}
