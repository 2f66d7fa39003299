package import SingletonPlatform

/// When to use color or show progress: the value of `--color` and `--progress`.
package enum When: String, CaseIterable, Sendable {
  case auto, always, never

  /// Returns whether to use color; `auto` means on a terminal if `NO_COLOR` is empty (no-color.org), and if `TERM` names
  /// a terminal that is not dumb, as for Git.
  package func wantsColor(on output: any TextOutput, in console: Console) -> Bool {
    let terminal = console.environment("TERM") ?? ""
    let allowsColor = (console.environment("NO_COLOR") ?? "").isEmpty && !["", "dumb"].contains(terminal)
    return wanted(auto: output.isTerminal && allowsColor)
  }

  package func wantsProgress(in console: Console) -> Bool {
    wanted(auto: console.messages.isTerminal)
  }

  private func wanted(auto: Bool) -> Bool {
    switch self {
    case .auto: auto
    case .always: true
    case .never: false
    }
  }
}
