import CommandTestSupport
import SingletonCommands
import Testing

@Suite struct `Usage errors` {
  /// Arguments, what the message says is wrong, and what it offers instead.
  static let mistakes: [(arguments: [String], wrong: String, offered: String)] = [
    (["rn"], "unknown command \"rn\"", "nearest:  run\n"),
    ([""], "unknown command \"\"", "one of run, check, replay"),
    (["help"], "unknown command \"help\"", "nearest:  --help\n"),
    (["--thraeds", "64"], "unknown option \"--thraeds\"", "nearest:  --threads\n"),
    (["-threads", "64"], "unknown option \"-threads\"", "nearest:  --threads\n"),
    (["--thraeds=64"], "unknown option \"--thraeds\"", "nearest:  --threads\n"),
    (["-x"], "unknown option \"-x\"", "an option of run"),
    (["check", "--orderings", "--threads", "1"], "one thread needs no memory order", "2 to 5 threads"),
    (["check", "--orderings", "--junit", "x.xml"], "no test cases with --orderings", "--format csv"),
    (["check", "--any-number", "--junit", "x.xml"], "no test cases with --any-number", "--format csv"),
    (
      ["check", "--any-number", "--orderings"], "--orderings: it has no effect with --any-number",
      "--any-number without it"
    ),
    (
      ["check", "--any-number", "--timeouts", "any-time"], "--timeouts: it has no effect with",
      "--any-number without it"
    ),
    (["check", "--timeouts", "never"], "--timeouts: \"never\" is not valid", "one of when-stuck, any-time"),
    (
      ["check", "--timeouts", "any-time", "--form", "plain"], "--timeouts: the waits of a listing time out only if",
      "--form harness, or no --timeouts"
    ),
    (
      ["check", "--model", "arm", "--form", "both"], "--model arm: the dependencies of a listing are not known",
      "--form harness, or another model"
    ),
    (["check", "--model", "rc11-dep"], "--model: \"rc11-dep\" is not valid", "one of rc11, tso, sc, arm"),
    (["check", "--any-number", "--threads", "4"], "--threads: it has no effect", "--any-number without it"),
    (["check", "--any-number", "--model", "tso"], "--model: it has no effect", "--any-number without it"),
    (["list", "--threads", "64"], "unknown option \"--threads\"", "an option of list"),
    (["--threads"], "--threads has no value", "LIST"),
    (["--threads", "--time", "1s"], "--threads has no value", "LIST"),
    (["--threads", "--"], "--threads has no value", "LIST"),
    (["--threads", ""], "--threads: the value is empty", "whole numbers"),
    (["--threads="], "--threads: the value is empty", "whole numbers"),
    (["--threads", "0"], "--threads: \"0\"", "from 1"),
    (["--threads", "8-2"], "--threads: \"8-2\"", "ranges"),
    (["--threads", "1,2,5,...,9"], "--threads: \"1,2,5,...,9\"", "A,B,...,Z adds B-A at each step"),
    (["--threads", "1-99999999999999999999"], "that many threads", "1 to 1,024"),
    (["--threads", "1025"], "a row cannot have 1,025 threads", "1 to 1,024"),
    (["--threads", "2", "--threads", "4"], "--threads is given twice", "at most one"),
    (["--help=yes"], "--help takes no value", "--help"),
    (["--replicates", "0"], "--replicates: \"0\"", "from 1 to 10,000"),
    (["--replicates", "10001"], "--replicates: \"10001\"", "from 1 to 10,000"),
    (["--replicates", "99999999999999999999"], "--replicates", "from 1 to 10,000"),
    (["--replicates", "-1"], "--replicates: \"-1\"", "from 1 to 10,000"),
    (["--replicates", "+1"], "--replicates: \"+1\"", "from 1 to 10,000"),
    (["--replicates", "٣"], "--replicates", "from 1 to 10,000"),
    (["--trials", "0"], "--trials", "from 1 to 1,000,000,000,000"),
    (["--time", "5"], "--time: \"5\"", "50ms"),
    (["--time", "0ms"], "--time: \"0ms\"", "more than 0"),
    (["--time", "1h"], "--time: \"1h\"", "(ns, us, ms or s), such as 50ms or 1.5s, at most 86400s"),
    (["--time", "86401s"], "--time: \"86401s\"", "at most 86400s"),
    (["--timeout", "0s"], "--timeout: \"0s\"", "more than 0"),
    (["--initializer-cost", "sleep"], "--initializer-cost", "sleep:1ms"),
    (["--initializer-cost", "0,,yield"], "--initializer-cost: \"0,,yield\"", "a list with each once"),
    (["--initializer-cost", "0,"], "--initializer-cost: \"0,\"", "a list with each once"),
    (["--initializer-cost", "0,soon"], "--initializer-cost: \"0,soon\"", "sleep:1ms"),
    (["--initializer-cost", "yield,0,yield"], "--initializer-cost: \"yield,0,yield\"", "a list with each once"),
    (["--initializer-cost", "1us,1000ns"], "--initializer-cost: \"1us,1000ns\"", "a list with each once"),
    (["--initializer-cost", "0,sleep:10s,1us"], "takes 10s makes no progress", "shorter than --timeout"),
    (["--initializer-cost", "sleep:10s"], "no progress within the timeout of 10s", "shorter than --timeout"),
    (["--total-time", "1ms"], "--total-time 1ms is too short for 7 rows", "or fewer rows"),
    (["--total-time", "1s", "--time", "1s"], "--total-time with --time", "one of them"),
    (["--trials", "1000000000000", "--time", "1s"], "--trials with --time", "one of them"),
    (["--total-time", "1s", "--trials", "5"], "--total-time with --trials", "one of them"),
    (["--until-shown", "soon"], "--until-shown: \"soon\"", "or 0"),
    (["--seed", "18446744073709551616"], "--seed", "below 2^64"),
    (["--seed", "0x"], "--seed: \"0x\"", "hex"),
    (["--seed", "0x-1"], "--seed", "hex"),
    (["--seed", "-1"], "--seed: \"-1\"", "hex"),
    (["--form", "plains"], "--form: \"plains\"", "nearest:  plain\n"),
    (["--format=jsn"], "--format: \"jsn\"", "nearest:  json\n"),
    (["list", "--format", "xml"], "--format: \"xml\"", "one of table, json"),
    (["--color", "on"], "--color: \"on\"", "one of auto, always, never"),
    (["--strategy", "[a"], "--strategy: \"[a\"", "closed"),
    (["--strategy="], "--strategy: the value is empty", "pattern"),
    (["--csv", ""], "--csv: the value is empty", "a file"),
    (["--samples", "-"], "--samples: \"-\"", "a file"),
    (["--csv", "a", "--samples", "a"], "the same file", "two files"),
    (["--csv", "-", "--format", "json"], "both use standard output", "a file for --csv"),
    (["run", "now"], "unexpected argument \"now\"", "options only"),
    (["--", "--threads"], "unexpected argument \"--threads\"", "options only"),
    (["--threads", "2\u{1B}[2J"], #"2\u{1B}[2J"#, "whole numbers"),
    (["explain"], "NAME is missing", "explain NAME"),
    (["explain", ""], "NAME: the value is empty", "the id of a strategy"),
    (["explain", "once"], "nothing is called \"once\"", "nearest:  asked once, once-reentrant"),
    (["explain", "once-reentrant", "copy"], "nothing is called \"once-reentrant copy\"", "nearest:  once-reentrant"),
    (["completions", "bash", "zsh"], "unexpected argument \"zsh\"", "one SHELL"),
    (["learn", "passng"], "unknown lesson \"passng\"", "nearest:  passing\n"),
    (
      ["learn", "17"], "unknown lesson \"17\"\n  expected: the id of a lesson, or its number from 1 to 2\n  next:",
      "learn"
    ),
    (["learn", "3"], "unknown lesson \"3\"", "its number from 1 to 2"),
    (["learn", ""], "LESSON: the value is empty", "the id of a lesson"),
    (["learn", "--all", "passing"], "--all and the lesson \"passing\"", "one of them"),
    (["completions", "bsh"], "SHELL: \"bsh\"", "nearest:  bash\n"),
  ]

  @Test func `a strategy without a row in the scenarios is the one that the next command explains`() {
    let arguments = [
      "--strategy", "static-let", "--strategy", "unsynchronized-lazy", "--scenario", "mixed-construction",
    ]
    let result = invoke(arguments, catalog: .standard) { _, _, _ in Issue.record("something ran") }
    #expect(result.messages.contains("--strategy \"static-let\" and the selected scenarios have no row in common"))
    #expect(result.messages.contains("next:     singleton-bench explain static-let\n"), "\(result.messages)")
  }

  @Test(arguments: mistakes.indices)
  func `a usage error says what is wrong and what is right, and nothing runs`(index: Int) {
    let mistake = Self.mistakes[index]
    let result = invoke(mistake.arguments) { _, _, _ in Issue.record("something ran") }
    #expect(result.code == .usage)
    #expect(result.messages.hasPrefix("singleton-bench: "))
    #expect(result.messages.contains(mistake.wrong))
    #expect(result.messages.contains(mistake.offered))
    #expect(result.messages.contains("\n  next:     singleton-bench "))
    #expect(result.output.isEmpty)
  }

  @Test(arguments: [
    ["check", "--threads", "6"], ["check", "--threads", "0"], ["check", "--model", "power"],
    ["check", "--max-executions", "0"], ["check", "extra"],
    ["compare"], ["compare", "a.csv"], ["compare", "a.csv", "b.csv", "c.csv"], ["compare", "--old", "a.csv"],
    ["compare", "a.csv", "b.csv", "--old", "c.csv"], ["compare", "a.csv", "b.csv", "--gate-time", "0"],
    ["compare", "a.csv", "b.csv", "--format", "xml"], ["compare", "a.csv", "b.csv", "--summary", "x", "--junit", "x"],
    ["compare", "a.csv", "b.csv", "--lenient"], ["compare", "a.csv", "b.csv", "--junit", "a.csv"],
    ["compare", "--old", "a.csv", "--new", "b.csv", "--summary", "b.csv"],
    ["report", "a.csv"], ["report", "--html", "a.html"], ["report", "a.csv", "--html"],
    ["report", "a.csv", "--html", ""], ["report", "a.csv", "--html", "a.html", "--chart", "cost"],
    ["report", "a.csv", "--html", "a.csv"], ["report", "a.csv", "--check", "check.json", "--html", "check.json"],
  ]) func `a usage error of check, compare and report comes before any file is read`(arguments: [String]) {
    let result = invoke(arguments)
    #expect(result.code == .usage && result.output.isEmpty)
    #expect(result.messages.contains("\n  expected: ") && result.messages.contains("\n  next:     singleton-bench "))
  }

  @Test func `a plan of more than a million rows is refused with its size`() {
    let result = invoke("--threads", "1-200", "--replicates", "10000")
    #expect(result.code == .usage)
    #expect(result.messages.contains("the plan has 14,000,000 rows"))
    let costs = invoke("--threads", "1-100", "--replicates", "1000", "--initializer-cost", "0,yield")
    #expect(costs.messages.contains("the plan has 1,400,000 rows"))
  }
}
