import SingletonPlatform
import SingletonStrategyKit
import SingletonStressEngine

/// The benchmarks of the harness itself: its clock, barriers, sweeps, cells, and processes, each strategy compared with
/// the same algorithm in C, strategies of a client's module, and the model checker.
@main enum Program {
  private static let sections: [(name: String, run: @Sendable () throws -> Void)] = [
    ("clock", ClockCost.show), ("gate", GateSkew.show), ("sweep", SweepCost.show), ("bytes", CellBytes.show),
    ("child", ChildStart.show), ("c", CReferenceForms.show), ("client", ClientCost.show), ("check", CheckerSpeed.show),
  ]

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let code = ChildMain.runIfChild(arguments, catalog: .harness) { exit(code) }
    let unknown = arguments.filter { argument in !sections.contains { $0.name == argument } }
    guard unknown.isEmpty else {
      fail(
        "unknown section: \(unknown.joined(separator: ", ")); expected: \(sections.map(\.name).joined(separator: ", "))"
      )
    }
    for section in sections where arguments.isEmpty || arguments.contains(section.name) { try section.run() }
  }

  private static func fail(_ message: String) -> Never {
    _ = "HarnessOverhead: \(message)\n".withCString { write(2, $0, strlen($0)) }
    exit(64)
  }
}
