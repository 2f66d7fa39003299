import SingletonArgumentParsing

/// The `completions` command, which prints a completion script derived from the declarations of the commands.
struct CompletionsCommand: Command {
  struct Settings {
    var shell = Shell.bash
  }

  enum Shell: String, CaseIterable { case bash, zsh, fish }

  let name = "completions"
  let abstract = "print a completion script for bash, zsh or fish"
  let discussion: [String] = []
  let options: [Option<Settings>] = []
  let defaults = Settings()
  let examples = [
    Example("completions bash > completions.bash", "then, in bash: source completions.bash"),
    Example("completions fish | source", "completions in the current fish session"),
  ]

  var argument: Argument<Settings>? { Argument(.choice("SHELL"), sets: \.shell) }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let (tool, commands) = (invocation.tool.name, invocation.commands)
    let script =
      switch settings.shell {
      case .bash: BashCompletion(tool: tool, commands: commands).script
      case .zsh: ZshCompletion(tool: tool, commands: commands).script
      case .fish: FishCompletion(tool: tool, commands: commands).script
      }
    try invocation.console.output.write(script)
    return .passed
  }
}
