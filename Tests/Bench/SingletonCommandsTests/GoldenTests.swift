import CommandTestSupport
import Foundation
import SingletonCommands
import SingletonCore
import TestSupport
import Testing

@Suite struct `Recorded texts` {
  /// The names of the commands, from the program's help, which is recorded itself.
  static let commands = invoke("--help").output.split(separator: "\n").drop { $0 != "Commands:" }.dropFirst()
    .prefix { $0.hasPrefix("  ") }.filter { !$0.hasPrefix("   ") }.map { String($0.split(separator: " ")[0]) }

  @Test func `the program's help is as recorded`() throws {
    try expectGolden(invoke("--help").output, named: "help.txt")
    #expect(invoke("-h").output == invoke("--help").output)
  }

  @Test func `a command's help is as recorded`() throws {
    try expectGolden(invoke("run", "--help").output, named: "help-run.txt")
  }

  @Test(arguments: commands) func `a command's help has its usage, its options and its examples`(command: String) {
    let result = invoke(command, "--help")
    #expect(result.code == .passed && result.output.hasPrefix("Usage: singleton-bench \(command)"))
    let parts = ["\nOptions:\n", "\n  -h, --help", "\nExamples:\n  singleton-bench "]
    #expect(parts.allSatisfy(result.output.contains), "\(result.output)")
  }

  @Test(arguments: [[]] + commands.map { [$0] }) func `help is at most 80 columns wide`(command: [String]) {
    #expect(invoke(command + ["--help"]).output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `the version is one line`() {
    #expect(invoke("--version").output == "singleton-bench 0.2.0\n")
    #expect(invoke("list", "--version").output == "singleton-bench 0.2.0\n")
  }

  @Test func `list is as recorded`() throws {
    try expectGolden(invoke("list").output, named: "list.txt")
  }

  @Test func `list as JSON has strategies, scenarios, lessons and idioms`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(invoke("list", "--format", "json").output.utf8))
    let lists = try #require(object as? [String: [[String: Any]]])
    #expect(
      lists.mapValues(\.count)
        == ["strategies": 3, "scenarios": Scenario.allCases.count, "lessons": 2, "idioms": 0])
    let strategy = try #require(lists["strategies"]?.first)
    #expect(
      Set(strategy.keys) == ["id", "idea", "also_known_as", "source", "modeled", "declared", "relaxable_orderings"])
    #expect(strategy["id"] as? String == "unsynchronized-lazy" && strategy["modeled"] as? Bool == false)
    let declared = try #require((strategy["declared"] as? [[String: Any]])?.first)
    #expect(declared["scenario"] as? String == "first-access" && declared["least_threads"] as? Int == 2)
    #expect(declared["expected"] as? String == "defect:instances;may:nil_results")
  }

  @Test func `explain is as recorded`() throws {
    try expectGolden(invoke("explain", "double-checked-lock").output, named: "explain-double-checked-lock.txt")
  }
}
