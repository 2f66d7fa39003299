import Foundation
import SingletonCore
import TestSupport
import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of the listings, as they are compiled, by the real program.
  @Suite struct `The command check of listings` {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    private func check(_ arguments: String...) throws -> ProcessResult {
      try runner.start(.singletonBench, ["check", "--threads", "2"] + arguments).wait(seconds: 600)
    }

    /// What the check says of a listing in a scenario, and what is known of its strategy.
    private struct Row {
      let subject: String
      let outcome: String
      let known: [Verdict]

      var isProved: Bool { outcome.hasPrefix("proved") }
      var isRefuted: Bool { outcome.hasPrefix("refuted") }
      var isKnownToBreak: Bool { known.allSatisfy { !$0.kind.isSafe } }
      var differs: Bool { isProved ? isKnownToBreak : isRefuted ? !isKnownToBreak : false }

      /// With two threads, each class is asked by one of them, and the listing's child does not read the parent's variable.
      /// The strategy's initializer does. The listing of the other refuses before it reads the variable. The strategy with the
      /// weak variable is Objective-C's, which locks it.
      var isExplained: Bool {
        ["semaphore-guarded-per-class subclass", "once-strict mixed-construction"].contains(subject) && isProved
          || subject == "weak first-access" && isRefuted
      }

      var text: String { "\(subject): \(known.map(\.description).joined(separator: " or ")): \(outcome)" }
    }

    private func rows() throws -> [Row] {
      let result = try check("--form", "plain", "--format", "markdown")
      #expect(result.end == .exit(3), "\(result.messages)")
      return try result.output.split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 4, cells[0].hasSuffix(", plain") else { return nil }
        let scenario = String(cells[0].prefix { $0 != "," })
        let known = try #require(KnownVerdicts.alternatives(cells[1], scenario), "\(cells[1]) \(scenario)")
        return Row(subject: "\(cells[1]) \(scenario)", outcome: cells[3].replacing("\\", with: ""), known: known)
      }
    }

    @Test func `agrees with what is known of each strategy, or says what it does not decide`() throws {
      let rows = try rows()
      #expect(rows.count > 100)
      for row in rows { #expect(row.differs == row.isExplained, "\(row.text)") }
      let header = "strategy scenario: what is known of the strategy: what the check of its listing says"
      try expectGolden(([header] + rows.map(\.text)).map { $0 + "\n" }.joined(), named: "listings-checked.txt")
    }

    @Test func `proves a listing, or draws the execution that refutes it with its own lines and variables`() throws {
      let proof = try check("--form", "plain", "--strategy", "serial-queue", "--scenario", "first-access")
      #expect(proof.end == .exit(0), "\(proof.messages)")
      #expect(proof.output.contains(/first-access, 2 threads, plain\nserial-queue +\d+  proved\n/), "\(proof.output)")
      #expect(proof.output.contains("Proved of a listing"))
      let both = try check("--form", "both", "--strategy", "double-checked-lock", "--scenario", "first-access")
      #expect(both.end == .exit(0), "\(both.messages)")
      #expect(both.output.contains("double-checked-lock, plain, first-access, 2 threads, rc11:"), "\(both.output)")
      #expect(both.output.contains("12: if instance == nil {\n"))
      #expect(both.output.contains("reads PhotoLibrary.instance: nil"))
      #expect(both.output.contains("double-checked-lock, first-access, 2 threads, arm:"))
      #expect(both.output.hasSuffix("2 rows: 2 refuted; everything as declared.\n"))
      // An access that is inlined into the code that asks the listing has that code's line.
      let inlined = try check("--form", "plain", "--strategy", "configured-variable")
      #expect(inlined.output.contains(": static func shared() ->"), "\(inlined.output)")
    }

    @Test func `visits every schedule of the tasks that ask a listing whose accessor is awaited`() throws {
      let proof = try check("--form", "plain", "--strategy", "stored-task", "--scenario", "first-access")
      #expect(proof.end == .exit(0), "\(proof.messages)")
      #expect(proof.output.contains(/first-access, 2 tasks, plain\nstored-task +\d+  proved\n/), "\(proof.output)")
      #expect(proof.output.contains("Proved of tasks") && !proof.output.contains("Proved of a listing"))
      let drawn = try check("--form", "plain", "--strategy", "actor-awaiting")
      #expect(drawn.output.contains("actor-awaiting, plain, first-access, 2 tasks:\n"), "\(drawn.output)")
      #expect(drawn.output.contains("15: if token == nil {\n"), "\(drawn.output)")
      // The compiler gives the code after the wait the line of the first statement, from which it has moved a part there.
      #expect(drawn.output.contains("  5 16: token = await fetch()\n"), "\(drawn.output)")
      #expect(drawn.output.contains(/the tasks get different instances, in \d+ of \d+ schedules\n/), "\(drawn.output)")
      let limited = try check("--form", "plain", "--strategy", "stored-task", "--max-executions", "1")
      #expect(
        limited.end == .exit(3) && limited.output.contains("not decided: stopped by the limit"), "\(limited.output)")
    }

    @Test func `refutes with three threads what two do not show`() throws {
      let arguments = [
        "check", "--threads", "3", "--form", "plain", "--strategy", "semaphore-guarded-per-class", "--scenario",
        "subclass",
      ]
      let result = try runner.start(.singletonBench, arguments).wait(seconds: 600)
      #expect(result.output.contains("refuted: data race on plain memory"), "\(result.output)")
    }

    @Test func `without the program that checks listings is an error that says how to build it`() throws {
      // Copied by a process of its own: a descriptor that a process beside inherits would keep the copy from running.
      let script = "cp \"$0\" singleton-bench && exec ./singleton-bench \"$@\""
      let result = try runner.start(.singletonBench, ["check", "--form", "plain"], script: script).wait()
      #expect(result.end == .exit(4))
      #expect(
        result.messages.contains("swift build -c release --product singleton-bench-listings"), "\(result.messages)")
    }

    @Test(arguments: [["--orderings"], ["--threads", "1"]])
    func `says what it cannot do`(arguments: [String]) throws {
      let result = try runner.start(.singletonBench, ["check", "--form", "plain"] + arguments).wait()
      #expect(result.end == .exit(64))
      #expect(result.messages.contains("--form plain: "), "\(result.messages)")
    }
  }
#endif
