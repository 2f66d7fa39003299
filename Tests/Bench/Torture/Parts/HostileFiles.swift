import Foundation
import SingletonPlatform

/// Files from others, which may hold anything.
extension Torture {
  /// Tries the corpus of each reader, and mutations of it.
  mutating func readers(count: Int) throws -> [Tally] {
    bench.removeAll()
    let readers = try Reader.all(repository: repository, folder: bench.folder) { try bench.run($0).output }
    return try readers.map { try hostileFiles(for: $0, count: count) }
  }

  private mutating func hostileFiles(for reader: Reader, count: Int) throws -> Tally {
    var tally = Tally("hostile files for \(reader.name)")
    let mutations = (0..<count).map { _ in Mutation.mutated(reader.seeds.randomElement(using: &random)!, using: &random)
    }
    for (number, bytes) in (reader.seeds + mutations).enumerated() {
      bench.write(bytes, to: Reader.file)
      let trial = try bench.run(reader.arguments(for: bytes))
      let complaint = reader.complaint(about: trial)
      if complaint != nil { bench.write(bytes, to: "find-\(reader.name.filter(\.isLetter))-\(number)") }
      tally.add(trial, "file \(number)", complaint: complaint)
    }
    return tally
  }

  /// Files of up to 100 MB, which must be refused or read within a minute and 2 GB of addresses.
  mutating func hugeFiles(count: Int) throws -> Tally {
    let fill = { (count: Int, character: String) in "head -c \(count) /dev/zero | tr '\\0' '\(character)'" }
    let makers: [(name: String, script: String)] = [
      ("a line of 50 MB", fill(50_000_000, "x") + " >f"),
      ("100 MB of zeros", "head -c 100000000 /dev/zero >f"),
      ("25 million empty lines", fill(25_000_000, "\\n") + " >f"),
      ("2,000,000 brackets", fill(2_000_000, "[") + " >f"),
      ("a text of 50 MB", "{ printf '{\"name\": \"'; \(fill(50_000_000, "y")); printf '\"}'; } >f"),
      ("a number of 50 MB", "{ printf '{\"name\": '; \(fill(50_000_000, "7")); printf '}'; } >f"),
      ("100,000 more columns", "head -n 1 good.csv | tr -d '\\n' >f; seq -f ,c%.0f 100000 | tr -d '\\n' >>f; echo >>f"),
      (
        "200,000 rows",
        "awk -F, -v OFS=, 'NR == 1 { while ($++column != \"strategy\" && column < NF); print }"
          + " NR == 2 { for (i = 0; i < 200000; i++) { $column = \"s\" i; print } }' good.csv >f"
      ),
      ("an endless device", "ln -s /dev/zero f"), ("an empty device", "ln -s /dev/null f"), ("a folder", "mkdir f"),
    ]
    let commands = [
      ["compare", "good.csv", "f"], ["report", "f", "--html", "p.html"],
      ["report", "good.csv", "--check", "f", "--html", "p.html"],
      ["singleton-litmus", "f"],
    ]
    let cases = commands.flatMap { command in
      makers.map { maker in
        Case(
          "\(maker.name): \(command.joined(separator: " "))", command,
          script: maker.script + "\nulimit -v 2000000; exec \"$@\"", ends: [0, 1, 2, 3, 4, 5, 65, 130])
      }
    }
    return try tryCases("huge files, of 2 GB of addresses", try withGoodReport(cases), count: count)
  }

  private static let texts = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</td></tr></table>", "&lt;&amp;&#0;", "]]>",
    "<!--",
    "`code`|cell", "| a | b |", "[x](javascript:alert(1))", "**bold**", "\u{1B}[31mred", "\u{1B}]0;title\u{7}",
    "\u{1B}]8;;http://x\u{7}link", "\u{9B}31m", "\0", "\u{202E}rtl", "\u{2066}x", "\u{200B}", "\u{2028}", "::error::x",
    "::set-output name=a::b", "##[error]x", "##vso[task.logissue]x", "=1+1", "@SUM(1)", "+1", "-1", "'quoted'", "a\nb",
    "a\rb", "\"\"", "\u{FEFF}x", "e\u{301}", "🏳️‍🌈", String(repeating: "w", count: 3_000),
  ]

  /// Texts with an effect of their own, in any column of a report, on their way through the commands.
  mutating func hostileTexts(count: Int) throws -> Tally {
    var tally = Tally("hostile texts in a report's columns")
    let seed = try CSVFile(path: repository + "/Tests/Bench/SingletonReportsTests/Golden/report.csv")
    let commands = [
      ["compare", "f", "f"], ["compare", "f", "f", "--format", "markdown"], ["compare", "f", "f", "--format", "json"],
      ["compare", "f", "f", "--junit", "o.xml"], ["report", "f", "--html", "o.html"],
      ["compare", "f", "f", "--summary", "o.md"],
    ]
    for _ in 0..<count {
      bench.removeAll()
      let (text, column) = (Self.texts.randomElement(using: &random)!, seed.names.randomElement(using: &random)!)
      let command = commands.randomElement(using: &random)!
      var table = seed
      for row in table.rows.indices where Bool.random(using: &random) { table.rows[row][column] = text }
      bench.write(Array(table.text.utf8), to: "f")
      let trial = try bench.run(command)
      var complaint = [0, 1, 2, 3, 4, 5, 65, 130].contains(trial.status) ? nil : "another end"
      complaint = complaint ?? harm(in: trial.output).map { $0 + " in the output" }
      for name in bench.names where complaint == nil && name != "f" {
        let file = bench.text(of: name) ?? ""
        complaint = harm(in: file).map { "\($0) in \(name)" }
        if name == "o.html" && file.contains(/<script>alert|<img src=x|onerror=alert\(1\)>/) {
          complaint = "markup in \(name)"
        }
      }
      tally.add(trial, "\(text.prefix(40).debugDescription) as \(column): \(command)", complaint: complaint)
    }
    return tally
  }
}
