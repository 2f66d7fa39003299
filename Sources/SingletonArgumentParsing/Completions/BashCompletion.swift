/// A generator of the completion script for bash 3.2 and later.
package struct BashCompletion {
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
    \(commands.flatMap(values).joined(separator: "\n"))
        *)
          case "$command" in
    \(commands.map(words).joined(separator: "\n"))
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

  /// Returns the completions of each option that has a value; a value without words completes to files.
  private func values(of command: any ParsableCommand) -> [String] {
    command.optionInfos.compactMap { option in
      option.value.map { value in
        "    \("\(command.name) \(option.name)".shellQuoted)) words=\(value.words.joined(separator: " ").shellQuoted) ;;"
      }
    }
  }

  private func words(of command: any ParsableCommand) -> String {
    let words = command.optionInfos.flatMap(\.spellings) + (command.argumentInfo?.value.words ?? [])
    return "        \(command.name)) words=\(words.joined(separator: " ").shellQuoted) ;;"
  }
}
