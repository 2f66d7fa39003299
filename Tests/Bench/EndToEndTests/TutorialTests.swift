import Foundation
import TestSupport
import Testing

/// The tutorial's files, compared with the compiled strategy and with the files that they quote.
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

  @Test func `the tutorial's draft differs from the finished strategy only in what it declares`() throws {
    let draft = try lines(DocumentedPages.resource("SpinLockGuarded-4.swift"))
    let finished = try lines(Repository.text(Self.finished))
    let changes = finished.difference(from: draft).map { change -> String in
      switch change {
      case .insert(_, let line, _), .remove(_, let line, _): line.trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(
      Set(changes) == [".mixedConstruction: .sound,", ".mixedConstruction: .defect(.instances),"])
  }

  @Test func `the tutorial and CONTRIBUTING.md write the same strategy`() throws {
    let text = try Repository.text("CONTRIBUTING.md")
    for line in try lines(Repository.text(Self.finished)) {
      #expect(text.contains("\n       \(line)\n"), "\(line)")
    }
  }

  /// The new line is quoted between two lines that are adjacent in the file. The other quoted lines are there, too. The
  /// new line may be in the file, because readers of the tutorial run this test after they have added it.
  @Test func `the tutorial adds its line between two adjacent lines of the catalog`() throws {
    let added = "    CatalogEntry(SpinLockGuarded.self),"
    let text = try Repository.text("Sources/Bench/SingletonStrategies/Catalog+Standard.swift").replacing(
      "\(added)\n", with: "")
    let quoted = try lines(DocumentedPages.resource("catalog-line.swift")).filter { $0 != "    // ..." }
    let place = try #require(quoted.firstIndex(of: added))
    #expect(text.contains("\n\(quoted[place - 1])\n\(quoted[place + 1])\n"))
    for line in quoted where line != added { #expect(text.contains("\(line)\n"), "\(line)") }
  }

  @Test(arguments: ["embed-command.sh"])
  func `the tutorial's scripts exist, and CONTRIBUTING.md names their commands`(resource: String) throws {
    let contributing = try Repository.text("CONTRIBUTING.md")
    for command in try lines(DocumentedPages.resource(resource)) where command.hasPrefix("scripts/") {
      let script = String(command.prefix { $0 != " " })
      #expect(FileManager.default.isExecutableFile(atPath: Repository.root.appending(path: script).path), "\(script)")
      #expect(contributing.contains("`\(command)`"), "\(command)")
    }
  }

  @Test func `the tutorial draws the counterexample that README.md draws`() throws {
    let readme = try Set(lines(Repository.text("README.md")).map { $0.trimmingCharacters(in: .whitespaces) })
    let drawing = try lines(DocumentedPages.resource("counterexample.txt")).drop { !$0.hasPrefix("    thread 1") }
      .prefix { !$0.hasPrefix("1 row") }
    try #require(drawing.count > 10)
    for line in drawing { #expect(readme.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)") }
  }

  @Test(arguments: ["README.md", "Sources/Bench/singleton-bench/Documentation.docc/ComparingInCI.md"])
  func `the tutorial has the same gate as the other pages`(page: String) throws {
    #expect(try Repository.text(page).contains(DocumentedPages.resource("gate.yml")))
  }
}
