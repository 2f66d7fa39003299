/// The completion script for fish.
struct FishCompletion {
  let tool: String
  /// The first is the default.
  let commands: [any Command]

  var script: String {
    let lines =
      ["# Completes \(tool) in fish: \(tool) completions fish | source", "complete -c \(tool) -f"]
      + commands.map { line(when: "__fish_use_subcommand", "-a \($0.name) -d \($0.summary.shellQuoted)") }
      + commands.flatMap(lines)
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(of command: any Command) -> [String] {
    let condition = condition(of: command)
    let options = command.optionFacts.map { line(when: condition, Self.arguments(of: $0)) }
    return options + (operand(of: command).map { [line(when: condition, $0)] } ?? [])
  }

  private func operand(of command: any Command) -> String? {
    switch command.operandFacts?.value.completion {
    case nil, .some(.none): nil
    case .some(.file): "-F"
    case .some(.words(let words)): "-a \(words.joined(separator: " ").shellQuoted)"
    }
  }

  /// The default command is also meant where no other is named.
  private func condition(of command: any Command) -> String {
    guard command.name == commands[0].name else { return "__fish_seen_subcommand_from \(command.name)" }
    return "not __fish_seen_subcommand_from " + commands.dropFirst().map(\.name).joined(separator: " ")
  }

  private func line(when condition: String, _ arguments: String) -> String {
    "complete -c \(tool) -n \(condition.shellQuoted) \(arguments)"
  }

  private static func arguments(of option: OptionFacts) -> String {
    let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
    return "-l \(option.name.dropFirst(2))\(short)\(values(of: option)) -d \(option.meaning.shellQuoted)"
  }

  private static func values(of option: OptionFacts) -> String {
    switch option.value?.completion {
    case nil: ""
    case .some(.none): " -x"
    case .some(.file): " -r -F"
    case .some(.words(let words)): " -x -a \(words.joined(separator: " ").shellQuoted)"
    }
  }
}
