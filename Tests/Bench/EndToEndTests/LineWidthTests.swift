import Foundation
import TestSupport
import Testing

/// The width of everything that a person reads.
@Suite struct `Line widths` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private static let widths = [60, 100]

  private static let commands: [[String]] =
    [
      ["--help"], ["list"], ["learn"], ["learn", "lazy"], ["explain", "double-checked-lock"],
      ["check", "--strategy", "unsync*", "--scenario", "first-access"],
      ["check", "--orderings", "--strategy", "spin-flag"], ["check", "--any-number", "--scenario", "copy"],
      ["replay", "0ANHT-0G004-3G208-1040G-0010F-QPG"],
      ["compare", "a.csv", "b.csv"], ["compare", "a.csv", "a.csv", "--gate-time", "25"],
      ["--threads", "1,2,5,...,9"], ["--strategy", "nothing"],
      ["--strategy", "once-t*", "--scenario", "first-access", "--trials", "10"],
      [
        "--form", "harness", "--strategy", "unsync*", "--scenario", "first-access", "--threads", "64", "--trials", "10",
        "--initializer-cost", "0,1us,2us,4us,8us,yield,sleep:1ms",
      ],
    ]
    + [
      "run", "check", "replay", "compare", "report", "learn", "list", "explain",
      "completions",
    ].map { [$0, "--help"] }

  @Test(arguments: widths) func `no line of a command is longer than COLUMNS says`(width: Int) throws {
    try makeFiles()
    for arguments in Self.commands { try expectNarrow(.singletonBench, arguments, width) }
    for argument in ["f.json", "a missing file of litmus programs, which has a long name.json", "--help"] {
      try expectNarrow(.singletonLitmus, [argument], width)
    }
  }

  @Test(arguments: widths) func `no line about a failure is longer than COLUMNS says`(width: Int) throws {
    for id in ["wrong-expectation", "silent-defect", "crashing", "exiting", "declared-sound"] {
      try expectNarrow(.faultyBench, ["--strategy", id, "--trials", "50"], width)
    }
  }

  private func expectNarrow(_ program: Program, _ arguments: [String], _ width: Int) throws {
    let result = try runner.start(program, arguments, environment: ["COLUMNS": "\(width)"]).wait()
    let lines = (result.output + result.messages).split(separator: "\n")
    let showsCode = ["explain", "learn"].contains(arguments[0])
    for line in lines where line.count > width && !Self.isUnbreakable(line) && !(showsCode && line.isCode) {
      Issue.record("\(arguments.joined(separator: " ")), \(width) columns: \(line)")
    }
  }

  /// Returns whether a line may be longer than the width: a command or a file to copy, a single word such as a path,
  /// also beside its term, or the figures and titles of a table that has more columns than fit.
  private static func isUnbreakable(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    let isToCopy = line.contains(/^\ *(In\ plain\ Swift,|next:|replay:|singleton-[a-z]+\ |\{)/)
    let isWord = words.count == 1 || (words.count == 2 && line.contains(/\S\ \ +\S+$/))
    let isOfTable =
      line.contains(/^[a-z-]+(\ +([\d.,]+%?|[kMG]|-))+\ /)
      || line.contains(/inits|trials inst\.|trials violating$|\d\ +(\d+%|none|1\+ of \d+)$/)
    return isToCopy || isWord || isOfTable
  }

  private func makeFiles() throws {
    let rows = ["--strategy", "mutex", "--scenario", "first-access", "--trials", "100", "--seed", "1"]
    for arguments in [
      ["--csv", "a.csv"], ["--csv", "b.csv", "--initializer-cost", "sleep:1ms"],
    ] {
      #expect(try runner.start(.singletonBench, rows + arguments).wait().end == .exit(0))
    }
    try runner.folder.write(
      """
      {"name": "a program whose name has many words and is longer than a line of sixty columns", "observe": ["1:r0"],
       "threads": [["W.rlx x 1", "W.rlx x 2"], ["R.acq r0 x"]], "rc11": {"executions": 5}}
      """, to: "f.json")
  }
}

extension Substring {
  /// Whether the line of an explanation or a lesson is code, with its number or without, and more than a comment. Such a
  /// line is never broken.
  var isCode: Bool { contains(/^ {2,}(\d+ {2,})?(?!\/\/)\S.*[{}()=]/) }
}
