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
    guard arguments.count == 8, let seed = UInt64(arguments[4]), let scale = Int(arguments[5]), scale > 0,
      let hours = Double(arguments[6])
    else {
      fail("usage: Torture PROGRAM REPOSITORY LIBRARY SEED SCALE HOURS PART; start it by scripts/torture")
    }
    let folder = FileManager.default.temporaryDirectory.path + "/torture-\(FileSystem.processID)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    var torture = Torture(
      bench: Bench(program: arguments[1], folder: folder), repository: arguments[2], random: SplitMix64(seed: seed))
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
      let parts = parts(library: arguments[3], scale)
      let chosen = parts.filter { arguments[7].isEmpty || $0.name == arguments[7] }
      if chosen.isEmpty { fail("no part \(arguments[7]); expected: \(parts.map(\.name).joined(separator: ", "))") }
      for part in chosen { try part.run(&torture).forEach(note) }
    }
    if breaks > 0 {
      say("\n\(breaks) broke; the files are in \(folder)")
      exit(1)
    }
    try FileManager.default.removeItem(atPath: folder)
    say("\nnothing broke")
  }

  /// What is tried, by the names of `scripts/torture --only`.
  private static func parts(library: String, _ scale: Int) -> [(name: String, run: (inout Torture) throws -> [Tally])] {
    [
      ("kills", { [try $0.kills(.short, count: 2 * scale), try $0.kills(.long, count: scale)] }),
      (
        "signals",
        {
          [
            try $0.signals(SIGINT, .short, count: 2 * scale), try $0.signals(SIGINT, .long, count: scale),
            try $0.signals(SIGTERM, .short, count: 2 * scale), try $0.signals(SIGTERM, .long, count: scale),
            try $0.ignoredInterrupts(count: scale), try $0.hangups(count: scale), try $0.timeouts(count: scale),
          ]
        }
      ),
      ("stops", { [try $0.stops(count: scale)] }),
      ("executables", { [try $0.lostExecutables(count: scale)] }),
      ("faults", { [try $0.faults(library: library, count: 10 * scale)] }),
      ("limits", { [try $0.limits(count: 4 * scale), try $0.otherLimits(count: scale)] }),
      (
        "places",
        {
          [
            try $0.fullDisks(count: scale), try $0.streamsAndFolders(count: scale), try $0.withoutProc(count: scale),
            try $0.paths(count: 2 * scale),
          ]
        }
      ),
      ("several", { [try $0.severalAtOnce(count: scale)] }),
      ("files", { try $0.readers(count: 30 * scale) }),
      ("huge", { [try $0.hugeFiles(count: scale)] }),
      ("texts", { [try $0.hostileTexts(count: 10 * scale)] }),
      ("searches", { [try $0.interruptedSearches(count: scale), try $0.searchLimits(count: scale)] }),
      ("counts", { [try $0.counting(count: (scale + 4) / 5)] }),
    ]
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
