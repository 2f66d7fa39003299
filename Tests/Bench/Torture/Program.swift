import Foundation
import SingletonPlatform
import SingletonStatistics

/// Tries to break singleton-bench, and prints a table of what held. `scripts/torture` builds both and starts this.
#if !FUZZER
  @main
#endif
struct Program {
  static func main() {
    do {
      try run(commandLineArguments())
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    guard arguments.count == 8, let seed = UInt64(arguments[4]), let scale = Int(arguments[5]), scale > 0,
      let hours = Double(arguments[6])
    else {
      fail("usage: Torture PROGRAM REPOSITORY LIBRARY SEED SCALE HOURS PART; start it by scripts/torture")
    }
    let parts = Torture.Part.allCases.filter { arguments[7].isEmpty || $0.rawValue == arguments[7] }
    if parts.isEmpty {
      let names = Torture.Part.allCases.map(\.rawValue).joined(separator: ", ")
      fail("--only \(arguments[7]): expected one of \(names)")
    }
    let folder = FileManager.default.temporaryDirectory.path + "/torture-\(FileSystem.processID)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    var torture = Torture(
      bench: Bench(program: arguments[1], folder: folder), repository: arguments[2], library: arguments[3],
      random: SplitMix64(seed: seed))
    say("seed \(seed), scale \(scale)\n\n| trials | count | held | ends |\n| --- | ---: | --- | --- |")
    var breaks = 0
    func note(_ tally: Tally) {
      say(tally.line)
      tally.breaks.forEach(complain)
      breaks += tally.breaks.count
    }
    if hours > 0 {
      note(try torture.soak(seconds: hours * 3_600, progress: say))
    } else {
      for part in parts { try torture.run(part, scale: scale).forEach(note) }
    }
    if breaks > 0 {
      say("\n\(breaks) broke; the files are in \(folder)")
      exit(1)
    }
    try FileManager.default.removeItem(atPath: folder)
    say("\nnothing broke")
  }

  private static func fail(_ message: String) -> Never {
    complain(message)
    exit(64)
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("torture: \(message)\n".utf8))
  }

  /// Prints a line at once: the next one may take minutes.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
