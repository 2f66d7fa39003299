// Built with `--sanitize=fuzzer -Xswiftc -DFUZZER`, the program becomes a fuzzer of one reader: its commands run in this
// process, and LLVM's libFuzzer, which brings `main`, chooses inputs that reach new code.

#if FUZZER
  import Foundation
  import SingletonArgumentParsing
  import SingletonCommands
  import SingletonLitmus
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

  private func answer(to arguments: [String]) -> Trial {
    let (output, messages) = (Recorder(), Recorder())
    let console = Console(output: output, messages: messages) { _ in nil }
    let code =
      arguments.first == "singleton-litmus"
      ? LitmusCommand().main(Array(arguments.dropFirst()), on: console).rawValue
      : CommandLineTool(name: "singleton-bench", catalog: .standard, console: console).main(arguments: arguments)
    let end = Subprocess.End.exited(code)
    return Trial(end: end, output: output.text, messages: messages.text, seconds: 0, orphans: 0)
  }

  private struct Fuzzed: @unchecked Sendable { let reader: Reader }

  private let fuzzed = Mutex<Fuzzed?>(nil)

  /// Prepares libFuzzer, whose program this is, for the reader that the environment names in `READER`; without one, the
  /// names of all are printed. The folder with the reader's seeds becomes the last argument.
  @_cdecl("LLVMFuzzerInitialize")
  func prepareFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
  ) -> Int32 {
    do {
      let seeds = try seeds(ofReader: ProcessInfo.processInfo.environment["READER"])
      let given = (0..<Int(count.pointee)).map { arguments.pointee[$0] }
      let extended = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: given.count + 2)
      _ = extended.initialize(from: given + [strdup(seeds), nil])
      arguments.pointee = extended.baseAddress!
      count.pointee += 1
      return 0
    } catch {
      fatalError("\(error)")
    }
  }

  private func seeds(ofReader name: String?) throws -> String {
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
      exit(name == nil ? 0 : 64)
    }
    for (number, seed) in reader.seeds.enumerated() {
      try Data(seed).write(to: URL(filePath: "\(seeds)/\(number)"))
    }
    fuzzed.withLock { $0 = Fuzzed(reader: reader) }
    return seeds
  }

  /// Gives one input to the reader. What breaks ends the process, and libFuzzer writes the input to a file.
  @_cdecl("LLVMFuzzerTestOneInput")
  func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    let reader = fuzzed.withLock { $0! }.reader
    try! Data(input).write(to: URL(filePath: Reader.file))
    let trial = answer(to: reader.arguments(for: input))
    if let complaint = trial.complaint ?? reader.complaint(about: trial) {
      fatalError("\(complaint): \(trial.description)")
    }
    return 0
  }
#endif
