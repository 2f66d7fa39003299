import CommandTestSupport
import Foundation
import SingletonCommands
import SingletonCore
import SingletonStrategies
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

  @Test(arguments: commands) func `a command's help is as recorded`(command: String) throws {
    let result = invoke(command, "--help")
    #expect(result.code == .passed)
    try expectGolden(result.output, named: "help-\(command).txt")
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
    try expectGolden(invoke("list", "--format", "json").output, named: "list.json")
  }

  #if os(Linux)
    /// The declarations of every strategy, recorded so that a change appears in a diff. Re-entry into `static let` and
    /// `pthread_once` ends differently on macOS.
    @Test func `the declarations of the standard catalog are as recorded`() throws {
      let result = invoke(["list", "--format", "json"], catalog: .standard)
      try expectGolden(result.output, named: "catalog.json")
    }
  #endif

  @Test func `list as JSON has strategies, scenarios, lessons and idioms`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(invoke("list", "--format", "json").output.utf8))
    let lists = try #require(object as? [String: [Any]])
    #expect(
      lists.mapValues(\.count)
        == ["strategies": 3, "scenarios": Scenario.allCases.count, "lessons": 2, "idioms": 0])
  }

  @Test(arguments: ["unsynchronized-lazy", "double-checked-lock", "once-reentrant"])
  func `explain is as recorded`(strategy: String) throws {
    try expectGolden(invoke("explain", strategy).output, named: "explain-\(strategy).txt")
  }
}
