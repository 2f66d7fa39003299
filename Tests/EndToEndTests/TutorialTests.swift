import Foundation
import Testing

/// The tutorial's files against what is compiled, and against the files that they are lines of.
@Suite struct `The tutorial` {
  private static let finished = "Tests/Fixtures/TutorialBench/SpinLockGuarded.swift"

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map { String($0) } }

  @Test(arguments: 1...3) func `comes step by step to the strategy that is compiled`(step: Int) throws {
    var rest = try lines(DocumentedPages.text(of: Self.finished))[...]
    for line in try lines(DocumentedPages.resource("SpinLockGuarded-\(step).swift")) {
      let place = try #require(rest.firstIndex(of: line), "the finished file has no such line here: \(line)")
      rest = rest[(place + 1)...]
    }
  }

  @Test func `has a draft that differs in what it declares, and in nothing else`() throws {
    let draft = try lines(DocumentedPages.resource("SpinLockGuarded-4.swift"))
    let finished = try lines(DocumentedPages.text(of: Self.finished))
    let changes = finished.difference(from: draft).map { change -> String in
      switch change {
      case .insert(_, let line, _), .remove(_, let line, _): line.trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(
      Set(changes) == [
        "risk: \"construction goes past the lock\",", ".mixedConstruction: .sound,",
        ".mixedConstruction: .defect(.instances),",
      ])
  }

  @Test func `writes what CONTRIBUTING.md writes`() throws {
    let text = try DocumentedPages.text(of: "CONTRIBUTING.md")
    for line in try lines(DocumentedPages.text(of: Self.finished)) {
      #expect(text.contains("\n       \(line)\n"), "\(line)")
    }
  }

  /// The new line stands between two that are neighbours today; those round them are there too.
  @Test(arguments: [
    ("catalogue-line.swift", "Sources/Strategies/Catalog.swift"),
    ("declared-line.swift", "Tests/StrategiesTests/DeclaredBeyondDocuments.swift"),
  ]) func `adds its line at a place that is there`(resource: String, file: String) throws {
    let quoted = try lines(DocumentedPages.resource(resource)).filter { $0 != "    // ..." }
    let text = try DocumentedPages.text(of: file)
    let place = try #require(quoted.firstIndex { !text.contains($0) })
    #expect(text.contains("\n\(quoted[place - 1])\n\(quoted[place + 1])\n"))
    for line in quoted where line != quoted[place] {
      #expect(text.contains("\(line)\n"), "\(line)")
    }
  }

  @Test func `embeds a file as the others are`() throws {
    let text = try DocumentedPages.text(of: "Sources/CPlatform/StrategySources.c")
    for line in try lines(DocumentedPages.resource("embedded-lines.c")) {
      let ofAnother = line.replacing("Locking/SpinLockGuarded", with: "LockFree/SpinFlag")
        .replacing("SpinLockGuarded", with: "SpinFlag")
      #expect(text.contains("\n\(ofAnother)\n"), "\(ofAnother)")
    }
  }

  @Test func `draws the counterexample that README.md draws`() throws {
    let readme = try DocumentedPages.text(of: "README.md")
    let drawing = try lines(DocumentedPages.resource("counterexample.txt")).drop { !$0.hasPrefix("    thread 1") }
      .prefix { !$0.hasPrefix("1 row") }
    try #require(drawing.count > 10)
    for line in drawing { #expect(readme.contains("\n    \(line)\n"), "\(line)") }
  }

  @Test func `shows the gate that README.md shows`() throws {
    #expect(try DocumentedPages.text(of: "README.md").contains(DocumentedPages.resource("gate.yml")))
  }
}
