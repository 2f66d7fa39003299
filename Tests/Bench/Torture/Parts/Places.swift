import Foundation

/// Outputs that cannot be written, and places where a program is rarely started.
extension Torture {
  private static let check = ["check", "--strategy", "mutex", "--threads", "2"]
  private static let row = ["--strategy", "mutex", "--scenario", "first-access", "--threads", "2", "--trials", "50"]

  /// Whether a file system can be mounted where no other process sees it.
  private func canMount() throws -> Bool {
    try bench.run([], script: "unshare -m mount -t tmpfs t . 2>/dev/null").status == 0
  }

  /// A disk of 64 KiB, on which a good report is, a copy of it under the name of the output, and no space.
  mutating func fullDisks(count: Int) throws -> Tally {
    let part = "a full disk"
    guard try canMount() else { return absent(part, "needs root and unshare") }
    func full(_ output: String, _ arguments: [String], space: Int = 0) -> Case {
      let script = """
        mkdir disk && exec unshare -m bash -c '
          mount -t tmpfs -o size=64k t disk && cd disk && cp "$0"/good.csv . && cp good.csv "\(output)" || exit 125
          head -c 65536 /dev/zero >rest 2>/dev/null; truncate -s -\(space) rest
          "$@"; code=$?
          cmp -s good.csv "\(output)" || exit 99
          exit $code' "$PWD" "$@"
        """
      // What stands there is of another kind.
      let forced = arguments.contains("init") ? arguments : arguments + ["--force"]
      return Case("\(arguments.joined(separator: " ")), \(space) bytes left", forced, script: script, ends: [73])
    }
    let compare = ["compare", "good.csv", "good.csv"]
    let cases = [
      full("o", Self.row + ["--csv", "o"]), full("o", Self.row + ["--csv", "o"], space: 4_096),
      full("o", Self.row + ["--csv", "-", "--samples", "o"]), full("o", Self.row + ["--csv", "-", "--summary", "o"]),
      full("o", Self.row + ["--csv", "-", "--junit", "o"]), full("o", ["report", "good.csv", "--html", "o"]),
      full("o", compare + ["--summary", "o"]),
      full("o", compare + ["--junit", "o"]), full("o", Self.check + ["--junit", "o"]),
      full("o", Self.check + ["--html", "o"]),
      full("o", ["learn", "lock", "--no-pause", "--html", "o"]), full("o", ["init", "new"]),
    ]
    return try tryCases(part, try withGoodReport(cases), count: count)
  }

  mutating func streamsAndFolders(count: Int) throws -> Tally {
    func started(_ name: String, _ script: String, _ more: String..., ends: Set<Int32>) -> Case {
      Case(name, Self.row + more, script: script, ends: ends)
    }
    let cases = [
      started("standard input closed", #"exec "$@" <&-"#, ends: [0]),
      started("standard output closed", #"exec "$@" >&-"#, ends: [73]),
      started("standard error closed", #"exec "$@" 2>&-"#, ends: [0]),
      started("all streams closed", #""$@" <&- >&- 2>&-; code=$?; echo ended >&2; exit $code"#, ends: [73]),
      started("output to a full device", #"exec "$@" >/dev/full"#, ends: [73]),
      started("messages to a full device", #"exec "$@" 2>/dev/full"#, ends: [0]),
      started("a report on a full device", Bench.plain, "--csv", "/dev/full", ends: [73]),
      started("a report to nowhere", Bench.plain, "--csv", "/dev/null", ends: [0]),
      started("output to a reader that leaves", #""$@" | true; exit ${PIPESTATUS[0]}"#, ends: [0, 141]),
      started(
        "a folder that may not be written",
        Bench.asNobody(after: "mkdir no && chmod 555 no && cd no", folder: ".."),
        ends: [73]),
      started("a deleted folder", #"mkdir gone && cd gone && rmdir "$PWD" && exec "$@""#, ends: [73]),
      started(
        "a deleted folder, and an absolute path", #"mkdir gone && cd gone && rmdir "$PWD" && exec "$@""#, "--csv",
        bench.folder + "/r.csv", ends: [0]),
    ]
    return try tryCases("streams and folders", cases, count: count)
  }

  mutating func withoutProc(count: Int) throws -> Tally {
    let part = "no /proc, no /dev"
    guard try canMount() else { return absent(part, "needs root and unshare") }
    func without(_ folder: String, _ arguments: [String], ends: Set<Int32>) -> Case {
      Case(
        "\(arguments.joined(separator: " ")) without \(folder)", arguments,
        script: "exec unshare -m bash -c 'mount -t tmpfs t \(folder) && exec \"$@\"' - \"$@\"", ends: ends)
    }
    let run = Self.row + ["--csv", "r.csv"]
    let cases = ["/proc", "/dev"].flatMap { folder in
      [
        without(folder, ["--version"], ends: [0]), without(folder, ["--nonsense"], ends: [64]),
        without(folder, ["check", "--strategy", "mutex", "--threads", "2"], ends: [0]),
        without(folder, run, ends: [0, 71]),
      ]
    }
    return try tryCases(part, cases, count: count)
  }

  mutating func narrowTerminals(count: Int) throws -> Tally {
    let part = "a terminal of 1 to 39 columns"
    guard try bench.run([], script: "script -qec true /dev/null").status == 0 else {
      return absent(part, "needs script")
    }
    let commands = [
      "--strategy mutex --scenario first-access --trials 50", "list", "--help",
      "check --strategy 'weak*' --threads 2", "check --orderings --strategy spin-flag --threads 2",
      "compare good.csv good.csv", "explain double-checked-lock", "learn lazy --no-pause", "columns --of run",
    ]
    let cases = commands.map { command in
      let columns = Int.random(in: 1...39, using: &random)
      // The tool's path has no space.
      let started = "stty cols \(columns); $1 \(command)"
      return Case(
        "\(columns) columns, \(command)", [], script: #"script -qec ""# + started + #"" /dev/null >/dev/null"#,
        ends: [0, 3, 5])
    }
    return try tryCases(part, try withGoodReport(cases), count: count)
  }

  func absent(_ part: String, _ reason: String) -> Tally {
    var tally = Tally(part)
    tally.absence = reason
    return tally
  }
}

// MARK: - Paths

extension Torture {
  mutating func paths(count: Int) throws -> Tally {
    let old = #"cp good.csv a.csv; "#
    func path(_ name: String, _ script: String, _ arguments: [String], _ ends: Set<Int32>, _ says: String = "") -> Case
    {
      Case(name, arguments, script: script + #" exec "$@""#, ends: ends, says: says)
    }
    func run(
      _ name: String, _ script: String, _ csv: String, _ more: String..., ends: Set<Int32>, says: String = ""
    )
      -> Case
    {
      path(name, script, Self.row + ["--csv", csv] + more, ends, says)
    }
    let aliases = ["./a.csv", "x/../a.csv", "link", "hard", "there/a.csv", bench.folder + "/a.csv"].flatMap { other in
      let others = old + "mkdir x; ln -s a.csv link; ln a.csv hard; ln -s . there;"
      return [
        run("two outputs, \(other)", others, "a.csv", "--samples", other, ends: [64]),
        run("two outputs, \(other)", others, "a.csv", "--junit", other, ends: [64]),
        path("an input is an output, \(other)", others, ["report", "a.csv", "--html", other], [64]),
        path("two outputs of check, \(other)", others, Self.check + ["--html", "a.csv", "--junit", other], [64]),
      ]
    }
    let names = [200, 228, 229, 230, 240, 247, 248, 250, 251, 255, 256].map { length in
      // While rows are kept, the name ends in .partial.
      run("a name of \(length) bytes", "", String(repeating: "n", count: length), ends: length > 247 ? [73] : [0])
    }
    let cases = [
      run("a path of 5,000 bytes", "", String(repeating: "n/", count: 2_500), ends: [73]),
      run("an empty path", "", "", ends: [64, 73]),
      run("a folder", "mkdir d;", "d", ends: [73], says: "--csv d/singleton-bench.csv"),
      run("a folder with a slash", "mkdir d;", "d/", ends: [73]),
      run("no such folder", "", "no/r.csv", ends: [73]),
      run("a file as a folder", old, "a.csv/r.csv", ends: [73]),
      run("a link to itself", "ln -s loop loop;", "loop", ends: [73]),
      run("a link to nothing", "ln -s real link;", "link", ends: [0]),
      run("a link into no folder", "ln -s no/real link;", "link", ends: [73]),
      Case("standard output is an output", Self.row, script: #"exec "$@" --csv - --samples x >x"#, ends: [64]),
      Case("standard output under its name", Self.row, script: #"exec "$@" --csv - --junit /dev/stdout"#, ends: [64]),
      Case(
        "standard input is an output", ["report", "-", "--html", "a.csv", "--force"],
        script: old + #"exec "$@" <a.csv"#, ends: [64]),
      run(
        "a text at the partial report", "echo dear diary >r.csv.partial;", "r.csv", ends: [73], says: "r.csv.partial"),
      run("a folder at the partial report", "mkdir r.csv.partial;", "r.csv", ends: [73], says: "r.csv.partial"),
      run("a link at the partial report", "ln -s x r.csv.partial;", "r.csv", ends: [0, 73]),
      run("a pipe", "mkfifo p; cat p >/dev/null &", "p", ends: [0]),
      run("a line break in the name", "", "a\nb.csv", ends: [0]),
      run("an escape in the name", "", "\u{1B}[2J.csv", ends: [0]),
      run("a hyphen in front", "", "--csv=-a", ends: [64, 73, 0]),
      run("a text that is no report", "echo dear diary >t;", "t", ends: [73], says: "--force"),
      path("a text that is no page", old, Self.check + ["--html", "a.csv"], [73], "--force"),
      path("a text that is no JUnit file", old, Self.check + ["--junit", "a.csv"], [73], "--force"),
      run("a text that is no file of samples", old, "r.csv", "--samples", "a.csv", ends: [73], says: "--force"),
      Case("a name that is not UTF-8", Self.row, script: #"exec "$@" --csv $'\xff.csv'"#, ends: [64]),
      Case("a pipe without a reader", Self.row, script: #"mkfifo p; exec timeout 3 "$@" --csv p"#, ends: [124]),
      run("a report that may not be written", old + "chmod 000 a.csv;", "a.csv", ends: [0, 73]),
    ]
    let sticky = Case(
      "another's file in a sticky folder", Self.row + ["--csv", "s/r.csv"],
      script: Bench.asNobody(after: "mkdir s && chmod 1777 s . && cp good.csv s/r.csv && chown 1:1 s/r.csv"),
      ends: [73])
    let all = cases + names + aliases + (getuid() == 0 ? [sticky] : [])
    return try tryCases("paths", try withGoodReport(all), count: count)
  }

  /// Returns the cases with a good report in their folders.
  func withGoodReport(_ cases: [Case]) throws -> [Case] {
    let report = repository + "/Tests/Bench/SingletonReportsTests/Golden/report.csv"
    return cases.map { one in
      Case(one.name, one.arguments, script: "cp '\(report)' good.csv\n" + one.script, ends: one.ends, says: one.says)
    }
  }
}
