import Foundation
import TestSupport
import Testing

/// The page *What finds what*, whose tables are those of the museum's catalog and of what `scripts/museum` has measured.
@Suite struct `The museum of real defects` {
  private static let page = Repository.root
    .appending(path: "Sources/Race/SingletonStress/Documentation.docc/WhatFindsWhat.md")

  @Test func `the tables of the page are the catalog and what was measured`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let exhibits = try Exhibit.all()
    let runs = try Run.all()
    let measured =
      text
      .replacingTable(headed: "| exhibit | from |", by: exhibits.map(\.row))
      .replacingTable(headed: "| exhibit | kind |", by: exhibits.map { $0.row(of: runs) })
    #expect(text.contains(exhibits.last!.row(of: runs)) || Golden.isRecording)
    if Golden.isRecording {
      try measured.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(text == measured, "RECORD_GOLDEN=1 writes the tables, after scripts/museum")
    }
  }

  @Test func `every exhibit was measured by every method, its defect and its control`() throws {
    let exhibits = try Exhibit.all()
    #expect(exhibits.count >= 15)
    let runs = try Run.all()
    #expect(Set(runs.map(\.exhibit)) == Set(exhibits.map(\.id)))
    for exhibit in exhibits {
      for form in ["defect", "control"] {
        for method in Run.methods {
          let count = runs.count { ($0.exhibit, $0.form, $0.method) == (exhibit.id, form, method) }
          #expect(count >= 3, "\(exhibit.id), \(form), \(method)")
        }
      }
    }
  }

  @Test func `no method has found anything in a control, and each race of one was sound`() throws {
    for run in try Run.all() where run.form == "control" {
      #expect(run.outcome == "nothing" || (run.method == "check" && run.outcome == "undecided"), "\(run)")
    }
  }

  @Test func `something finds each defect`() throws {
    let runs = try Run.all()
    for exhibit in try Exhibit.all() {
      #expect(runs.contains { $0.exhibit == exhibit.id && $0.form == "defect" && $0.hasFound }, "\(exhibit.id)")
    }
  }
}

/// An exhibit as its catalog declares it.
private struct Exhibit {
  let id, source, kind, fault: String

  static func all() throws -> [Exhibit] {
    let places = ["Exhibit", "Museum"].map { "Benchmarks/Museum/Exhibits/\($0).swift" }
    let texts = try places.map(Repository.text)
    let kinds = Dictionary(
      uniqueKeysWithValues: texts[0].matches(of: /case ([a-zA-Z]+) = "([^"]+)"/).map { ("\($0.1)", "\($0.2)") })
    return try texts[1].matches(of: /Exhibit\(\s*"([^"]+)", from: "([^"]+)", \.(\w+),\s*"([^"]+)"/).map { match in
      let kind = try #require(kinds["\(match.3)"])
      return Exhibit(id: "\(match.1)", source: "\(match.2)", kind: kind, fault: "\(match.4)")
    }
  }

  /// The issue's address, or the place in a package.
  private var origin: String {
    let parts = source.split(separator: "#")
    return parts.count == 2 ? "[\(source)](https://github.com/\(parts[0])/issues/\(parts[1]))" : source
  }

  var row: String { "| `\(id)` | \(origin) | \(fault) |" }

  func row(of runs: [Run]) -> String {
    let cells = Run.methods.map { method in
      Run.summary(of: runs.filter { ($0.exhibit, $0.form, $0.method) == (id, "defect", method) })
    }
    return "| `\(id)` | \(kind) | \(cells.joined(separator: " | ")) |"
  }
}

/// One line of what was measured.
private struct Run: CustomStringConvertible {
  let exhibit, form, method, outcome: String
  let milliseconds: Int

  static let methods = ["repeat", "perform", "sanitizer", "stress", "check"]

  static func all() throws -> [Run] {
    try Repository.text("Benchmarks/Museum/measured.csv").split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",").map(String.init)
      try #require(fields.count == 5, "\(line)")
      return Run(
        exhibit: fields[0], form: fields[1], method: fields[2], outcome: fields[3],
        milliseconds: try #require(Int(fields[4])))
    }
  }

  var hasFound: Bool { ["found", "crashed", "hung"].contains(outcome) }
  var description: String { "\(exhibit), \(form), \(method): \(outcome)" }

  /// Returns what the runs of one cell have found, and after how many milliseconds in the median.
  static func summary(of runs: [Run]) -> String {
    let finding = runs.filter(\.hasFound)
    guard let first = finding.first else { return runs.contains { $0.outcome == "undecided" } ? "not decided" : "no" }
    let times = finding.map(\.milliseconds).sorted()
    let share = finding.count < runs.count ? "\(finding.count) of \(runs.count), " : ""
    switch first.outcome {
    case "hung": return share + "does not end"
    case "crashed": return share + "crash, \(times[times.count / 2])"
    default: return share + "\(times[times.count / 2])"
    }
  }
}

extension String {
  /// Returns the text with the rows of one table replaced.
  fileprivate func replacingTable(headed heading: String, by rows: [String]) -> String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let head = lines.firstIndex(where: { $0.hasPrefix(heading) }) else { return self }
    let end = lines[(head + 2)...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    lines.replaceSubrange(head + 2..<end, with: rows)
    return lines.joined(separator: "\n")
  }
}
