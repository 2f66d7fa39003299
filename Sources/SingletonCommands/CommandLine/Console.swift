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

  /// The console of this process.
  package static var ofProcess: Console {
    Console(
      output: DescriptorOutput(1, name: "standard output"), messages: DescriptorOutput(2, name: "standard error"),
      environment: environmentVariable)
  }

  /// Prints a message; a message that cannot be written is dropped.
  func printMessage(_ text: String) {
    try? messages.write(text)
  }

  /// Prints a message of sentences, in lines of the stream's width.
  func printFolded(_ text: String) { printMessage(TextLayout.folded(text, width: messages.columns)) }

  /// The width of running text on standard output; longer lines are hard to read.
  var textColumns: Int { min(100, output.columns) }

  /// Whether both standard input and standard output are terminals, so that questions can be answered.
  var isInteractive: Bool { input.isTerminal && output.isTerminal }
}
