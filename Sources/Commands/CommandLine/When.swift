package import Platform

/// When to use color or show progress: the value of `--color` and `--progress`.
package enum When: String, CaseIterable, Sendable {
  case auto, always, never

  /// Returns whether to use color; `auto` means on a terminal if `NO_COLOR` is empty (no-color.org).
  package func wantsColor(on output: any TextOutput, in console: Console) -> Bool {
    wanted(auto: output.isTerminal && (console.environment("NO_COLOR") ?? "").isEmpty)
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
