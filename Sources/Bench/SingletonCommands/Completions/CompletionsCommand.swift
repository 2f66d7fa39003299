import SingletonArgumentParsing

struct CompletionsCommand: Command {
  struct Settings {
    var shell = Shell.bash
  }

  enum Shell: String, CaseIterable { case bash, zsh, fish }

  let name = "completions"
  let abstract = "print a completion script for bash, zsh or fish"
  let options: [Option<Settings>] = []
  let defaults = Settings()
  let examples = [
    Example("completions bash > completions.bash", "then, in bash: source completions.bash"),
    Example("completions fish | source", "completions in the current fish session"),
  ]

  var argument: Argument<Settings>? { Argument(.choice("SHELL"), sets: \.shell) }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let script = CompletionScript(tool: invocation.tool.name, commands: invocation.commands)
    let text =
      switch settings.shell {
      case .bash: script.bash
      case .zsh: script.zsh
      case .fish: script.fish
      }
    try invocation.console.output.write(text)
    return .passed
  }
}
