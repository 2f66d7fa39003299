// Built with `--sanitize=fuzzer -Xswiftc -DFUZZER`, the program becomes a fuzzer of one reader: its commands run in this
// process, and LLVM's libFuzzer chooses inputs that reach new code.

#if FUZZER
  import Foundation
  import SingletonCommands
  import SingletonPlatform
  import SingletonStrategies
  import Synchronization

  /// A stream that keeps what was written to it.
  private final class Recorder: TextOutput {
    let isTerminal = false
    let columns = 80
    var text = ""

    func requireWritable() {}
    func write(_ text: String) { self.text += text }
  }

  private func answer(to arguments: [String]) -> (code: Int32, output: String, messages: String) {
    let (output, messages) = (Recorder(), Recorder())
    let tool = CommandLineTool(
      name: "singleton-bench", catalog: .standard, console: Console(output: output, messages: messages) { _ in nil })
    return (tool.main(arguments: arguments), output.text, messages.text)
  }

  private struct Fuzzed: @unchecked Sendable { let reader: Reader }

  private let fuzzed = Mutex<Fuzzed?>(nil)

  @_silgen_name("LLVMFuzzerRunDriver")
  private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
  ) -> Int32

  /// Fuzzes a reader until something breaks; libFuzzer then writes the input to a file, and ends the process.
  ///
  /// - Parameters:
  ///   - name: The reader's name; without one, the names of all are printed.
  ///   - options: Those of libFuzzer, such as `-max_total_time=60`.
  func fuzz(_ name: String?, options: [String]) throws -> Int32 {
    let repository = FileManager.default.currentDirectoryPath
    let folder = FileManager.default.temporaryDirectory.path + "/fuzz-\(FileSystem.processID)"
    let seeds = folder + "-seeds"
    for path in [folder, seeds] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    FileManager.default.changeCurrentDirectoryPath(folder)
    let readers = try Reader.all(repository: repository, folder: folder) { answer(to: $0).output }
    guard let reader = readers.first(where: { $0.name == name }) else {
      for reader in readers { print(reader.name) }
      return name == nil ? 0 : 64
    }
    for (number, seed) in reader.seeds.enumerated() {
      try Data(seed).write(to: URL(filePath: "\(seeds)/\(number)"))
    }
    fuzzed.withLock { $0 = Fuzzed(reader: reader) }
    var arguments: [UnsafeMutablePointer<CChar>?] = (["fuzz"] + options + [seeds]).map { strdup($0) } + [nil]
    var count = Int32(arguments.count - 1)
    return arguments.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress!
      return runFuzzer(&count, &start) { bytes, count in
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        let reader = fuzzed.withLock { $0! }.reader
        try! Data(input).write(to: URL(filePath: Reader.file))
        let (code, output, messages) = answer(to: reader.arguments(for: input))
        if let complaint = reader.complaint(code: code, output: output, messages: messages) {
          fatalError("\(complaint): exit code \(code); \(messages.prefix(300).debugDescription)")
        }
        return 0
      }
    }
  }
#endif
