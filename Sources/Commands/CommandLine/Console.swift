/// Where text goes. What cannot be written is thrown.
package protocol TextOutput: AnyObject {
  var isTerminal: Bool { get }
  /// Characters in a line of the terminal; 80 where unknown.
  var columns: Int { get }
  /// Throws where it is known already that nothing can be written.
  func requireWritable() throws
  func write(_ text: String) throws
}

/// The standard outputs, the standard input and the environment, as one thing that tests replace.
package struct Console {
  /// Data.
  package let output: any TextOutput
  /// Everything else.
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

  /// Those of this process.
  package static var ofProcess: Console {
    Console(
      output: DescriptorOutput(1, name: "standard output"), messages: DescriptorOutput(2, name: "standard error"),
      environment: environmentVariable)
  }

  /// A message that cannot be delivered is dropped: there is nobody left to tell.
  func say(_ text: String) {
    try? messages.write(text)
  }
}

/// The value of `--color` and `--progress`.
package enum Display: String, CaseIterable, Sendable {
  case auto, always, never

  /// `auto` means a terminal, and for colour that NO_COLOR is empty (no-color.org).
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
