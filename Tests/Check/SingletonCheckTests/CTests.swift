import Foundation
import TestSupport
import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of singletons in C and C++.
  @Suite struct `Singletons in C and C++` {
    @Test(arguments: [
      "call-once", "function-static", "pthread-once", "dispatch-once", "atomic-double-checked", "condition-variable",
      "spin-locked", "calls-cxx", "on-queue", "table", "counted",
    ])
    func `that are right are proved`(name: String) throws {
      let line = try CheckedClasses.output(name)
      #expect(line.hasPrefix("\(name): proved, "), "\(line)")
    }

    @Test(arguments: [
      ("relaxed-double-checked", "half_built(rc11) race(sc)"),
      ("looked-before", "instances(sc) half_built(rc11) race(sc)"), ("condition-without-loop", "nil_results(sc)"),
      ("looked-with-spin-lock", "instances(sc)"), ("table-unguarded", "instances(sc) race(sc)"),
      ("keeps-cxx", "half_built(rc11) race(sc)"),
    ])
    func `that are wrong are refuted`(name: String, findings: String) throws {
      let line = try CheckedClasses.output(name)
      #expect(line.hasPrefix("\(name): refuted, "), "\(line)")
      #expect(line.hasSuffix(": \(findings)\n"), "\(line)")
    }

    @Test func `are drawn with their own lines where a header of the library is called, and with their variables`()
      throws
    {
      let text = try CheckedClasses.output("relaxed-double-checked", "--verbose")
      let steps = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for step in [
        "if (Cache *known = checked.load(load)) return known; -> reads checked: 0 (relaxed)",
        "std::lock_guard<std::mutex> guard(lock); -> locks lock",
        "checked.store(known, store); -> stores A in checked (relaxed)",
      ] { #expect(steps.contains(step), "\(text)") }
      #expect(!text.contains(".h:"), "\(text)")
    }

    @Test func `are on their page as they were checked`() throws {
      let source = try Repository.text("Tests/Fixtures/CheckedClasses/CSingletons/CSingletons.cpp")
      let page = try Repository.text("Sources/Check/SingletonCheck/Documentation.docc/CAndCPlusPlus.md")
      let block = try #require(page.firstMatch(of: /```cpp\n(.*?)```/.dotMatchesNewlines())).1
      for part in block.split(separator: "\n\n") {
        #expect(source.contains(part.trimmingCharacters(in: .newlines)), "\(part)")
      }
    }

    @Test func `that throw and catch are decided, because each thread has exceptions of its own`() throws {
      #expect(try CheckedClasses.verdicts(of: "throws-cxx") == ["throws-cxx: proved "])
    }

    @Test func `are compiled with the flags that their page and the messages name`() throws {
      let page = try Repository.text("Sources/Check/SingletonCheck/Documentation.docc/CAndCPlusPlus.md")
      let flags = try CheckedClasses.output("flags-of-c").split(separator: "\n")
      #expect(flags.count == 5)
      for text in [page, try Repository.text("Package.swift")] {
        #expect(text.contains(flags.map { "\"\($0)\"" }.joined(separator: ", ")), "\(flags)")
      }
    }

    @Test(arguments: [
      ("two-words", "an atomic access to 16 bytes"), ("on-queue-later", "work that a queue does meanwhile"),
    ])
    func `that swap two words at once, or leave work to a queue, are not decided, and the result says so`(
      name: String, reason: String
    ) throws {
      let text = try CheckedClasses.output(name, "--verbose")
      #expect(text.hasPrefix("\(name): not decided, "), "\(text)")
      #expect(text.contains(reason), "\(text)")
    }
  }
#endif
