package import Platform

/// The standard streams and the environment, as one thing that tests replace.
package struct Console {
  /// For data.
  package let output: any TextOutput
  /// For everything else.
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

  /// The streams of this process.
  package static var ofProcess: Console {
    Console(
      output: DescriptorOutput(1, name: "standard output"), messages: DescriptorOutput(2, name: "standard error"),
      environment: environmentVariable)
  }

  /// Prints a message. One that cannot be written is dropped.
  func printMessage(_ text: String) {
    try? messages.write(text)
  }

  /// Whether a person can read what is written and answer.
  var isInteractive: Bool { input.isTerminal && output.isTerminal }
}
