import SingletonArgumentParsing
import SingletonLitmus
import SingletonPlatform

/// The exit code and the output of one invocation.
struct InvocationResult {
  let code: ExitCode
  let output: String
  let messages: String
}

/// An output that keeps the text written to it.
private final class RecordedOutput: TextOutput {
  var text = ""
  let isTerminal = false
  let columns: Int

  init(columns: Int) { self.columns = columns }

  func requireWritable() {}
  func write(_ text: String) { self.text += text }
}

/// Runs the program in this process. Messages are not broken into lines, so that tests find what they say.
func invoke(_ arguments: [String]) -> InvocationResult {
  let (output, messages) = (RecordedOutput(columns: 80), RecordedOutput(columns: .max))
  let code = LitmusCommand().main(arguments, on: Console(output: output, messages: messages) { _ in nil })
  return InvocationResult(code: code, output: output.text, messages: messages.text)
}

func invoke(_ arguments: String...) -> InvocationResult { invoke(arguments) }
