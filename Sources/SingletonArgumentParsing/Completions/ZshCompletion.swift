/// A generator of the completion script for zsh.
package struct ZshCompletion {
  let tool: String
  /// The commands, the default one first.
  let commands: [any ParsableCommand]

  package init(tool: String, commands: [any ParsableCommand]) {
    self.tool = tool
    self.commands = commands
  }

  private var function: String { "_" + tool.shellIdentifier }

  package var script: String {
    """
    #compdef \(tool)
    # Completes \(tool) in zsh: source <(\(tool) completions zsh)
    \(function)() {
      local -a subcommands
      subcommands=(
    \(commands.map { "    " + "\($0.name):\($0.abstract)".shellQuoted }.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then
        _describe command subcommands
        return
      fi
      local command="$words[2]"
      if (( ${subcommands[(I)${command}:*]} )); then
        shift words
        (( CURRENT-- ))
      else
        command=\(commands[0].name)
      fi
      case "$command" in
    \(commands.map(arguments).joined(separator: "\n"))
      esac
    }
    if [[ "$funcstack[1]" == "\(function)" ]]; then
      \(function) "$@"
    else
      compdef \(function) \(tool)
    fi

    """
  }

  private func arguments(of command: any ParsableCommand) -> String {
    let options = command.optionInfos.flatMap(Self.specifications)
    let argument = command.argumentInfo.map { argument in
      let position = argument.count.upperBound == 1 ? "1" : "*"
      return "\(position):\(argument.value.placeholder):\(Self.action(argument.value))".shellQuoted
    }
    let lines = (options + [argument].compactMap { $0 }).map { " \\\n          " + $0 }
    return "    \(command.name))\n      _arguments" + lines.joined() + "\n      ;;"
  }

  /// Returns a specification for each spelling; an option that has been given is not offered again unless it repeats.
  private static func specifications(of option: OptionInfo) -> [String] {
    let others = option.repeats ? "*" : "(" + option.spellings.joined(separator: " ") + ")"
    let value = option.value.map { ":\($0.placeholder):\(action($0))" } ?? ""
    return option.spellings.map { spelling in
      "\(others)\(spelling)\(option.value == nil ? "" : "=")[\(escaped(option.meaning))]\(value)".shellQuoted
    }
  }

  private static func action(_ value: ValueInfo) -> String {
    switch value.completion {
    case .none: " "
    case .file: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Escapes brackets, which would end a description.
  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "[]\\".contains($0) ? ["\\", $0] : [$0] })
  }
}
