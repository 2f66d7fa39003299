/// The help of the program and of each command, derived from what the commands declare.
struct HelpText {
  /// The program's name.
  let tool: String
  private static let width = 80

  /// Of the program.
  func text(of commands: [any Command]) -> String {
    [
      "Usage: \(tool) [COMMAND] [OPTIONS]\n",
      paragraphs([
        "Races every way of handing out one shared instance on real threads, counts what came out, times it, and holds"
          + " it against what is known of each."
      ]),
      section("Commands", commands.map { ($0.name, $0.summary) }),
      paragraphs([
        "Without a command, \(commands[0].name) is meant. '\(tool) COMMAND --help' shows what a command takes."
      ]),
      section("Options", Option<Void>.common.map { (Self.term($0.facts), Self.meaning($0.facts)) }),
      examples(commands.flatMap { $0.examples.prefix(1) }),
      section("Exit codes", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }),
      paragraphs(["Of several the worst is told, and 64 and 65 come before anything runs."]),
    ].joined(separator: "\n")
  }

  /// Of one command.
  func text(of command: any Command) -> String {
    let operand = command.operandFacts.map { " \($0.usage)" } ?? ""
    let values = command.operandFacts.map { [($0.value.placeholder, $0.value.expected)] } ?? []
    return [
      "Usage: \(tool) \(command.name)\(operand) [OPTIONS]\n",
      paragraphs([command.summary.capitalizedSentence] + command.discussion),
      values.isEmpty ? nil : section("Arguments", values),
      section("Options", command.optionFacts.map { (Self.term($0), Self.meaning($0)) }),
      paragraphs(["Every long option also as --name=value; -- ends the options."]),
      examples(command.examples),
    ].compactMap { $0 }.joined(separator: "\n")
  }

  private func paragraphs(_ texts: [String]) -> String {
    texts.map { TextLayout.paragraph($0, width: Self.width) }.joined(separator: "\n")
  }

  private func section(_ title: String, _ pairs: [(term: String, meaning: String)]) -> String {
    "\(title):\n" + TextLayout.definitions(pairs, width: Self.width)
  }

  /// A line each, or two where one would be too long.
  private func examples(_ examples: [Example]) -> String {
    let lines = examples.map { "  \(tool) \($0.arguments)\n      \($0.meaning)\n" }
    return "Examples:\n" + lines.joined()
  }

  private static func term(_ option: OptionFacts) -> String {
    let names = option.spellings.joined(separator: ", ")
    return option.value.map { "\(names) \($0.placeholder)" } ?? names
  }

  private static func meaning(_ option: OptionFacts) -> String {
    let repeats = option.repeats ? "; repeatable" : ""
    return option.meaning + repeats + (option.standard.map { " (default: \($0))" } ?? "")
  }
}

extension String {
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
