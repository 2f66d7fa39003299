import Foundation
import TestSupport
import Testing

/// The tutorial's files against what is compiled, and against the files that they are lines of.
@Suite struct `The tutorial` {
  private static let finished = "Tests/Fixtures/TutorialBench/SpinLockGuarded.swift"

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map { String($0) } }

  @Test(arguments: 1...3) func `every step of the tutorial is a part of the finished strategy`(step: Int) throws {
    var rest = try lines(Repository.text(Self.finished))[...]
    for line in try lines(DocumentedPages.resource("SpinLockGuarded-\(step).swift")) {
      let place = try #require(rest.firstIndex(of: line), "the finished file has no such line here: \(line)")
      rest = rest[(place + 1)...]
    }
  }

  @Test func `the draft differs only in what it declares`() throws {
    let draft = try lines(DocumentedPages.resource("SpinLockGuarded-4.swift"))
    let finished = try lines(Repository.text(Self.finished))
    let changes = finished.difference(from: draft).map { change -> String in
      switch change {
      case .insert(_, let line, _), .remove(_, let line, _): line.trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(
      Set(changes) == [
        "risk: \"a direct construction bypasses the lock\",", ".mixedConstruction: .sound,",
        ".mixedConstruction: .defect(.instances),",
      ])
  }

  @Test func `the tutorial and CONTRIBUTING.md write the same strategy`() throws {
    let text = try Repository.text("CONTRIBUTING.md")
    for line in try lines(Repository.text(Self.finished)) {
      #expect(text.contains("\n       \(line)\n"), "\(line)")
    }
  }

  /// The new line stands between two that are neighbors today; those round them are there too.
  @Test(arguments: [
    ("catalog-line.swift", "Sources/Strategies/Catalog.swift"),
    ("declared-line.swift", "Tests/StrategiesTests/DeclaredBeyondDocuments.swift"),
  ]) func `adds its line at a place that is there`(resource: String, file: String) throws {
    let quoted = try lines(DocumentedPages.resource(resource)).filter { $0 != "    // ..." }
    let text = try Repository.text(file)
    let place = try #require(quoted.firstIndex { !text.contains($0) })
    #expect(text.contains("\n\(quoted[place - 1])\n\(quoted[place + 1])\n"))
    for line in quoted where line != quoted[place] {
      #expect(text.contains("\(line)\n"), "\(line)")
    }
  }

  @Test func `embeds a file as the others are`() throws {
    let text = try Repository.text("Sources/CPlatform/StrategySources.c")
    for line in try lines(DocumentedPages.resource("embedded-lines.c")) {
      let ofAnother = line.replacing("Locking/SpinLockGuarded", with: "LockFree/SpinFlag")
        .replacing("SpinLockGuarded", with: "SpinFlag")
      #expect(text.contains("\n\(ofAnother)\n"), "\(ofAnother)")
    }
  }

  @Test func `draws the counterexample that README.md draws`() throws {
    let readme = try Repository.text("README.md")
    let drawing = try lines(DocumentedPages.resource("counterexample.txt")).drop { !$0.hasPrefix("    thread 1") }
      .prefix { !$0.hasPrefix("1 row") }
    try #require(drawing.count > 10)
    for line in drawing { #expect(readme.contains("\n    \(line)\n"), "\(line)") }
  }

  @Test func `shows the gate that README.md shows`() throws {
    #expect(try Repository.text("README.md").contains(DocumentedPages.resource("gate.yml")))
  }
}
