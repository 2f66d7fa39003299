package import SingletonPlatform
import SingletonTextFormats

/// The standard streams and the environment. Tests replace them.
package struct Console {
  /// The stream for results.
  package let output: any TextOutput
  /// The stream for messages and progress.
  package let messages: any TextOutput
  package let input: any TextInput
  package let environment: (String) -> String?

  package init(
    output: any TextOutput, messages: any TextOutput, input: any TextInput = StandardInput(),
    environment: @escaping (String) -> String?
  ) {
    self.output = output
    self.messages = messages
    self.input = input
    self.environment = environment
  }

  package static var ofProcess: Console {
    Console(
      output: DescriptorOutput(1, name: "standard output"), messages: DescriptorOutput(2, name: "standard error"),
      environment: environmentVariable)
  }

  /// Prints a message. If it cannot be written, it is dropped.
  package func printMessage(_ text: String) {
    try? messages.write(text)
  }

  /// Prints a message in sentences, wrapped to the width of the stream.
  package func printFolded(_ text: String) { printMessage(TextLayout.folded(text, width: messages.columns)) }

  /// The width for running text on standard output. It is limited, because long lines are hard to read.
  package var textColumns: Int { min(100, output.columns) }

  /// Whether standard input and standard output are both terminals, so that the user can answer questions.
  package var isInteractive: Bool { input.isTerminal && output.isTerminal }
}

/// A value of `--color` or `--progress`: when to use color, or to show progress.
package enum When: String, CaseIterable, Sendable {
  case auto, always, never

  /// Returns whether to use color. `auto` means yes if the output is a terminal, `NO_COLOR` is empty (no-color.org),
  /// and `TERM` names a terminal that is not `dumb`, as in Git.
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
