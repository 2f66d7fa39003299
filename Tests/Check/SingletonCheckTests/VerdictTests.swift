import Foundation
import TestSupport
import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of classes that know nothing of it.
  @Suite struct `Unmodified classes` {
    @Test(arguments: [
      ("look-then-build", "instances(sc) half_built(rc11) used_after_destroy(sc) race(sc)"),
      ("lazy-property", "instances(sc) half_built(rc11) race(sc)"),
      ("flag", "half_built(rc11) nil_results(sc) race(sc)"),
      ("double-checked", "half_built(rc11) race(sc)"),
      ("relaxed", "half_built(rc11) race(sc)"),
      ("claimed", "half_built(rc11) nil_results(sc) race(sc)"),
      ("late-lock", "instances(sc) half_built(rc11) used_after_destroy(sc) race(sc)"),
      ("two-locks", "hang(sc)"),
      ("together", "instances(sc) half_built(rc11) used_after_destroy(sc) race(sc)"),
    ])
    func `that are wrong are refuted, each with the strongest model that shows it`(
      name: String, findings: String
    ) throws {
      let line = try CheckedClasses.output(name)
      #expect(line.hasPrefix("\(name): refuted, "))
      #expect(line.hasSuffix(": \(findings)\n"))
    }

    @Test(
      arguments: ["mutex", "acquired", "lock", "semaphore", "static-let", "queue", "barrier", "readers"], [2, 3])
    func `that are right are proved`(name: String, threads: Int) throws {
      #expect(try CheckedClasses.output(name, "\(threads)").hasPrefix("\(name): proved, "))
    }

    @Test func `lock a Mutex in as many ways as there are orders, and may be turned away where they do not wait`()
      throws
    {
      let output = try CheckedClasses.output("mutex", "repaired", "TwoLocks-solved", "2")
      #expect(
        output.split(separator: "\n") == [
          "mutex: proved, 2: ", "repaired: proved, 2: ", "TwoLocks-solved: proved, 16: ",
        ])
      #expect(try CheckedClasses.verdicts(of: "turned-away") == ["turned-away: refuted unexpected(sc)"])
    }

    @Test func `that build behind a once token have one execution for each thread that may build`() throws {
      // More threads are exchanged.
      for (threads, executions) in [(2, 2), (3, 1), (20, 1)] {
        #expect(try CheckedClasses.output("static-let", "\(threads)") == "static-let: proved, \(executions): \n")
      }
    }

    @Test func `are proved with an assumption on weak compare-exchanges only where code exchanges`() throws {
      let assumption = "a weak compare-exchange fails only"
      func words(_ name: String) throws -> String {
        try CheckedClasses.output(name, "--verbose").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      for name in ["lock", "semaphore", "static-let"] {
        let text = try words(name)
        #expect(text.contains("Proved of the program as this build has compiled it, for these numbers of threads"))
        #expect(!text.contains(assumption))
      }
      #expect(try words("mutex").contains(assumption))
    }

    @Test func `of the guide have the results that it shows`() throws {
      let guide = try Repository.text("Sources/Race/SingletonStress/Documentation.docc/IsMySingletonSafe.md")
      for name in ["images", "repaired"] {
        let result = try CheckedClasses.output(name, "2", "3", "--verbose").split(
          separator: "\n", omittingEmptySubsequences: false
        )
        .dropFirst().joined(separator: "\n").trimmingCharacters(in: .newlines)
        #expect(guide.contains("```text\n\(result)\n```\n"), "\(result)")
      }
    }

    @Test func `are checked with up to 32 threads`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "last-two", threads: 32) == [
          "last-two: refuted used_after_destroy(sc) race(sc) unexpected(sc)"
        ])
      #expect(
        try CheckedClasses.output("last-two", "arm")
          == "last-two: model: expected rc11, tso or sc, got arm, whose dependencies a check of compiled code does not see\n"
      )
      #expect(try CheckedClasses.output("last-two", "33") == "last-two: threads: expected 2 through 32, got 33\n")
    }

    @Test func `that share nothing that a thread writes are not checked, and the result says so`() throws {
      let text = try CheckedClasses.output("made-before", "--verbose")
      #expect(text.contains("nothing was checked"))
      #expect(text.contains("No memory was shared"))
    }

    @Test func `are drawn with their own lines and the names of their variables`() throws {
      let text = try CheckedClasses.output("flag", "sc", "--verbose")
      #expect(text.contains("if !isReady {"))
      #expect(text.contains("stores 1 in isReady"))
      #expect(text.contains("gets nil."))
    }

    @Test func `are drawn again by the code of an execution, in another process`() throws {
      let text = try CheckedClasses.output("look-then-build", "--verbose")
      let code = try #require(text.firstMatch(of: /replay: "([0-9A-Z-]+)"/)?.1)
      let again = try CheckedClasses.output("replay", String(code))
      let start = try #require(text.range(of: "Classes.swift:\n")).lowerBound
      let end = try #require(text.range(of: "replay:")).lowerBound
      #expect(again.contains(text[start..<end]), "\(again)")
    }

    @Test func `are drawn with the line of a lazy property where the compiler has given its accessor none`() throws {
      let text = try CheckedClasses.output("lazy-property", "--verbose")
      #expect(text.contains("24: public lazy var cache = Cache()"), "\(text)")
      // The check's own look has no line.
      #expect(text.contains("->> the check looks into size of A: 42"), "\(text)")
    }

    @Test func `are compiled with the flags that the documentation and the message name`() throws {
      let flags = try CheckedClasses.output("flags").split(separator: "\n")
      #expect(flags.count > 3)
      let pages = ["Package.swift", "Sources/Check/SingletonCheck/Documentation.docc/SingletonCheck.md"]
      for page in try pages.map(Repository.text) {
        let compact = page.filter { !$0.isWhitespace }
        #expect(compact.contains(flags.map { "\"\($0)\"" }.joined(separator: ",")))
      }
    }

    @Test func `have the outcomes of all orders of all their accesses, under sequential consistency`() throws {
      let text = try CheckedClasses.output("naive", "0", "40")
      #expect(text.hasSuffix(" 0 differ\n"))
      #expect(!text.hasPrefix("0 programs"))
    }

    @Test func `have the outcomes of litmus programs that are stated for each memory model`() throws {
      let file = Repository.root.appending(path: "Tests/Explore/SingletonModelCheckerTests/Resources/litmus.json").path
      let text = try CheckedClasses.output("litmus", file)
      #expect(text.hasSuffix(" under three models, 0 differ\n"), "\(text)")
      #expect(try #require(Int(text.prefix { $0 != " " })) >= 50)
    }

    @Test func `have no other outcomes on real threads than those that were explored`() throws {
      let text = try CheckedClasses.output("race", "0", "6", "2000")
      #expect(text.hasSuffix(" 0 programs differ\n"), "\(text)")
      #expect(!text.hasPrefix("0 programs"))
    }

    @Test func `with collections under a lock are proved, though the library's code is not instrumented`() throws {
      for threads in [2, 3] {
        let lines = try CheckedClasses.output(
          "one-section", "in-mutex", "in-list", "appending", "inserting", "statements", "\(threads)")
        #expect(lines.split(separator: "\n").count == 6)
        #expect(lines.split(separator: "\n").allSatisfy { $0.contains(": proved, ") }, "\(lines)")
      }
      #expect(try CheckedClasses.output("in-mutex", "--verbose").contains("only for a variable that alone"))
    }

    @Test func `with collections in two critical sections, or without a lock, are refuted`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "two-sections token") == [
          "two-sections: refuted instances(sc)", "token: refuted race(sc)",
        ])
      let lines = try CheckedClasses.output("unguarded", "reading-unguarded").split(separator: "\n")
      #expect(
        lines.count == 2 && lines.allSatisfy { $0.contains(": refuted, ") && $0.contains("race(sc)") }, "\(lines)")
    }

    @Test func `that lock while the library changes a collection are never proved`() throws {
      #expect(try !CheckedClasses.output("locking-meanwhile").contains("proved"))
    }

    @Test func `beside actors are checked by tasks in the same program`() throws {
      #expect(try CheckedClasses.output("tasks") == "beside: refuted, race\ninside: proved, \n")
    }

    @Test func `that read a copy after the lock, in place of which others write only their own, are proved`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "reading-copy own-copy own-copy-later") == [
          "reading-copy: proved ", "own-copy: proved ", "own-copy-later: refuted race(sc)",
        ])
      #expect(
        try CheckedClasses.verdicts(of: "told-of-copy sum-of-copy told-of-copy-twice") == [
          "told-of-copy: proved ", "told-of-copy-twice: proved ", "sum-of-copy: proved ",
        ])
    }

    @Test(arguments: ["told-without-lock", "added-without-lock", "sum-without-lock"])
    func `that copy a collection without the lock race`(name: String) throws {
      let line = try CheckedClasses.output(name)
      #expect(line.hasPrefix("\(name): refuted, ") && line.contains("race(sc)"), "\(line)")
    }

    @Test func `that change a text are decided as those that change another variable`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "text-under-lock long-text-under-lock two-texts text-of-copy") == [
          "text-under-lock: proved ", "long-text-under-lock: proved ", "two-texts: proved ", "text-of-copy: proved ",
        ])
      #expect(
        try CheckedClasses.verdicts(of: "text-without-lock text-in-two-sections") == [
          "text-without-lock: refuted race(sc)", "text-in-two-sections: refuted unexpected(sc)",
        ])
    }
  }
#endif
