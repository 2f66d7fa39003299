/// A generator of the completion script for fish.
package struct FishCompletion {
  let tool: String
  /// The commands, the default one first.
  let commands: [any ParsableCommand]

  package init(tool: String, commands: [any ParsableCommand]) {
    self.tool = tool
    self.commands = commands
  }

  package var script: String {
    let lines =
      ["# Completes \(tool) in fish: \(tool) completions fish | source", "complete -c \(tool) -f"]
      + commands.map { line(when: "__fish_use_subcommand", "-a \($0.name) -d \($0.abstract.shellQuoted)") }
      + commands.flatMap(lines)
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(of command: any ParsableCommand) -> [String] {
    let condition = condition(of: command)
    let options = command.optionInfos.map { line(when: condition, Self.arguments(of: $0)) }
    return options + (argument(of: command).map { [line(when: condition, $0)] } ?? [])
  }

  private func argument(of command: any ParsableCommand) -> String? {
    switch command.argumentInfo?.value.completion {
    case nil, .some(.none): nil
    case .some(.file): "-F"
    case .some(.words(let words)): "-a \(words.joined(separator: " ").shellQuoted)"
    }
  }

  /// Returns the condition for a command's completions; those of the default command also apply if no command is named.
  private func condition(of command: any ParsableCommand) -> String {
    guard command.name == commands[0].name else { return "__fish_seen_subcommand_from \(command.name)" }
    return "not __fish_seen_subcommand_from " + commands.dropFirst().map(\.name).joined(separator: " ")
  }

  private func line(when condition: String, _ arguments: String) -> String {
    "complete -c \(tool) -n \(condition.shellQuoted) \(arguments)"
  }

  private static func arguments(of option: OptionInfo) -> String {
    let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
    return "-l \(option.name.dropFirst(2))\(short)\(values(of: option)) -d \(option.meaning.shellQuoted)"
  }

  private static func values(of option: OptionInfo) -> String {
    switch option.value?.completion {
    case nil: ""
    case .some(.none): " -x"
    case .some(.file): " -r -F"
    case .some(.words(let words)): " -x -a \(words.joined(separator: " ").shellQuoted)"
    }
  }
}
