public import SingletonCore
import SingletonPresentation

/// The result of ``check(_:in:threads:)``.
public struct CheckResult: Sendable {
  private let rows: [CheckRow]

  init(_ rows: [CheckRow]) {
    self.rows = rows.map { row in
      var row = row
      // The code is for the command `replay`, which a test does not have.
      row.counterexample?.code = ""
      return row
    }
  }

  /// Whether the promise holds in every execution, with each number of threads.
  public var isProved: Bool { rows.allSatisfy { $0.verdict == .proved } }

  /// Whether the strategy shows what it declares, and nothing else. Without a declaration, it is expected to be sound.
  public var isAsDeclared: Bool { rows.allSatisfy(\.isAsDeclared) }

  /// The defects that some execution shows.
  public var defects: Set<Defect> { rows.reduce(into: []) { $0.formUnion($1.reported) } }
}

extension CheckResult: CustomStringConvertible {
  /// The output of the command `check`: a line for each number of threads, and a counterexample if there is one.
  public var description: String { CheckTable(rows).text(drawing: true) }
}
