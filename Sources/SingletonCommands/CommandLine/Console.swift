package import SingletonPlatform
import SingletonTextFormats

/// The standard streams and the environment, which tests replace.
package struct Console {
  /// The stream for data.
  package let output: any TextOutput
  /// The stream for everything else.
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

  /// Prints a message; a message that cannot be written is dropped.
  package func printMessage(_ text: String) {
    try? messages.write(text)
  }

  /// Prints a message of sentences, in lines of the stream's width.
  package func printFolded(_ text: String) { printMessage(TextLayout.folded(text, width: messages.columns)) }

  /// The width of running text on standard output; longer lines are hard to read.
  package var textColumns: Int { min(100, output.columns) }

  /// Whether both standard input and standard output are terminals, so that questions can be answered.
  package var isInteractive: Bool { input.isTerminal && output.isTerminal }
}

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
