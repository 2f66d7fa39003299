/// Completion scripts for a tool, derived from the declarations of its commands.
package struct CompletionScript {
  private let tool: String
  /// The commands, the default one first.
  private let commands: [any ParsableCommand]

  package init(tool: String, commands: [any ParsableCommand]) {
    self.tool = tool
    self.commands = commands
  }

  /// The name of the shell function.
  private var function: String { "_" + String(tool.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }
}

// MARK: - bash 3.2 and later

extension CompletionScript {
  package var bash: String {
    """
    # Completes \(tool) in bash: source <(\(tool) completions bash)
    \(function)() {
      local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
      # bash splits --name=value at the = sign.
      if [[ "$current" == "=" ]]; then
        current=""
      elif [[ "$previous" == "=" ]]; then
        previous="${COMP_WORDS[COMP_CWORD-2]}"
      fi
      local command=\(commands[0].name) words=""
      case "${COMP_WORDS[1]}" in
        \(commands.map(\.name).joined(separator: "|"))) command="${COMP_WORDS[1]}" ;;
      esac
      case "$command $previous" in
    \(commands.flatMap(bashValues).joined(separator: "\n"))
        *)
          case "$command" in
    \(commands.map(bashChoices).joined(separator: "\n"))
          esac
          if [[ $COMP_CWORD -eq 1 ]]; then
            words="$words \(commands.map(\.name).joined(separator: " "))"
          fi
          ;;
      esac
      COMPREPLY=($(compgen -W "$words" -- "$current"))
    }
    # Where nothing else is known, files.
    complete -o default -F \(function) \(tool)

    """
  }

  /// Returns the completions for the value of each option. A value without a list of words is completed to file names.
  private func bashValues(of command: any ParsableCommand) -> [String] {
    command.optionInfos.compactMap { option in
      option.value.map { value in
        "    \("\(command.name) \(option.name)".shellQuoted)) words=\(value.choices.joined(separator: " ").shellQuoted) ;;"
      }
    }
  }

  private func bashChoices(of command: any ParsableCommand) -> String {
    let words = command.optionInfos.flatMap(\.spellings) + (command.argumentInfo?.value.choices ?? [])
    return "        \(command.name)) words=\(words.joined(separator: " ").shellQuoted) ;;"
  }
}

// MARK: - fish

extension CompletionScript {
  package var fish: String {
    let lines =
      ["# Completes \(tool) in fish: \(tool) completions fish | source", "complete -c \(tool) -f"]
      + commands.map { line(when: "__fish_use_subcommand", "-a \($0.name) -d \($0.abstract.shellQuoted)") }
      + commands.flatMap(fishLines)
    return lines.map { $0 + "\n" }.joined()
  }

  private func fishLines(of command: any ParsableCommand) -> [String] {
    let condition = condition(of: command)
    let options = command.optionInfos.map { line(when: condition, Self.fishArguments(of: $0)) }
    return options + (argument(of: command).map { [line(when: condition, $0)] } ?? [])
  }

  private func argument(of command: any ParsableCommand) -> String? {
    switch command.argumentInfo?.value.completion {
    case nil, .some(.none): nil
    case .some(.file): "-F"
    case .some(.words(let words)): "-a \(words.joined(separator: " ").shellQuoted)"
    }
  }

  /// Returns the shell condition under which a command's completions apply. Those of the default command also apply if
  /// no command is named.
  private func condition(of command: any ParsableCommand) -> String {
    guard command.name == commands[0].name else { return "__fish_seen_subcommand_from \(command.name)" }
    return "not __fish_seen_subcommand_from " + commands.dropFirst().map(\.name).joined(separator: " ")
  }

  private func line(when condition: String, _ arguments: String) -> String {
    "complete -c \(tool) -n \(condition.shellQuoted) \(arguments)"
  }

  private static func fishArguments(of option: OptionInfo) -> String {
    let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
    return "-l \(option.name.dropFirst(2))\(short)\(fishValues(of: option)) -d \(option.meaning().shellQuoted)"
  }

  private static func fishValues(of option: OptionInfo) -> String {
    switch option.value?.completion {
    case nil: ""
    case .some(.none): " -x"
    case .some(.file): " -r -F"
    case .some(.words(let words)): " -x -a \(words.joined(separator: " ").shellQuoted)"
    }
  }
}

// MARK: - zsh

extension CompletionScript {
  package var zsh: String {
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
    \(commands.map(zshArguments).joined(separator: "\n"))
      esac
    }
    if [[ "$funcstack[1]" == "\(function)" ]]; then
      \(function) "$@"
    else
      compdef \(function) \(tool)
    fi

    """
  }

  private func zshArguments(of command: any ParsableCommand) -> String {
    let options = command.optionInfos.flatMap(Self.zshSpecifications)
    let argument = command.argumentInfo.map { argument in
      let position = argument.count.upperBound == 1 ? "1" : "*"
      return "\(position):\(argument.value.placeholder):\(Self.zshAction(argument.value))".shellQuoted
    }
    let lines = (options + [argument].compactMap { $0 }).map { " \\\n          " + $0 }
    return "    \(command.name))\n      _arguments" + lines.joined() + "\n      ;;"
  }

  /// Returns a specification for each spelling of an option. An option that has been given is offered again only if it
  /// can be repeated.
  private static func zshSpecifications(of option: OptionInfo) -> [String] {
    let others = option.repeats ? "*" : "(" + option.spellings.joined(separator: " ") + ")"
    let value = option.value.map { ":\($0.placeholder):\(zshAction($0))" } ?? ""
    return option.spellings.map { spelling in
      "\(others)\(spelling)\(option.value == nil ? "" : "=")[\(escaped(option.meaning()))]\(value)".shellQuoted
    }
  }

  private static func zshAction(_ value: ValueInfo) -> String {
    switch value.completion {
    case .none: " "
    case .file: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Escapes brackets, because a bracket would end the description.
  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "[]\\".contains($0) ? ["\\", $0] : [$0] })
  }
}

extension String {
  fileprivate var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
