import Foundation
import SingletonPlatform
import SingletonStatistics

/// Tries to break singleton-bench, and prints a table of what held. `scripts/torture` builds both and starts this.
#if !FUZZER
  @main
#endif
struct Program {
  static func main() throws {
    let arguments = commandLineArguments()
    try torture(arguments)
  }

  private static func torture(_ arguments: [String]) throws {
    guard arguments.count == 7, let seed = UInt64(arguments[4]), let scale = Int(arguments[5]), scale > 0,
      let hours = Double(arguments[6])
    else {
      say("usage: Torture PROGRAM REPOSITORY LIBRARY SEED SCALE HOURS; start it by scripts/torture")
      exit(64)
    }
    let folder = FileManager.default.temporaryDirectory.path + "/torture-\(FileSystem.processID)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    var torture = Torture(
      bench: Bench(program: arguments[1], folder: folder), repository: arguments[2], random: SplitMix64(seed: seed))
    let library = arguments[3]
    say("seed \(seed), scale \(scale)\n\n| trials | count | held | exit codes |\n| --- | ---: | --- | --- |")
    var breaks: [String] = []
    func note(_ tally: Tally) {
      say(tally.line)
      breaks += tally.breaks
    }
    if hours > 0 {
      note(try torture.soak(seconds: hours * 3_600, progress: say))
    } else {
      try tryEverything(&torture, library, scale, note)
    }
    if breaks.isEmpty {
      try FileManager.default.removeItem(atPath: folder)
      say("\nnothing broke")
      return
    }
    say("\n\(breaks.count) broke; the files are in \(folder)")
    for text in breaks.prefix(40) { say(text) }
    exit(1)
  }

  private static func tryEverything(
    _ torture: inout Torture, _ library: String, _ scale: Int, _ note: (Tally) -> Void
  ) throws {
    for signal in [SIGKILL, SIGINT, SIGTERM] { note(try torture.signals(signal, count: 3 * scale)) }
    if !library.isEmpty { note(try torture.faults(library: library, count: 12 * scale)) }
    note(try torture.limits(count: 4 * scale))
    note(try torture.twoAtOnce(count: scale))
    for tally in try torture.readers(count: 30 * scale) { note(tally) }
  }

  /// Prints a line at once: the next one may take minutes.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
