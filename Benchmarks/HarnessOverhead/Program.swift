import Strategies
import StressEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures the measurer: what the gates, the clock, the sweep, the cells and the processes cost, each strategy beside the
/// same thing written by hand in C, and how fast the model checker is.
@main enum Program {
  private static let sections: [(name: String, run: @Sendable () throws -> Void)] = [
    ("clock", ClockCost.show), ("gate", GateSkew.show), ("sweep", SweepCost.show), ("bytes", CellBytes.show),
    ("child", ChildStart.show), ("c", HandWrittenForms.show), ("check", CheckerSpeed.show),
  ]

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let code = RowChild.takeOver(arguments, catalog: .ofHarness) { exit(code) }
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
