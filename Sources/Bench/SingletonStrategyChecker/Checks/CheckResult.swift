public import SingletonCore
public import SingletonMemoryModels
import SingletonModelChecker
import SingletonPlatform

/// The result of a check of a strategy, or of a class's accessor.
///
/// The description states the verdict and draws the counterexample.
public struct CheckResult: Codable, CustomStringConvertible, Sendable {
  /// The result for one number of threads.
  public struct Search: Codable, Sendable {
    /// The number of threads.
    public let threads: Int
    /// The verdict for this number of threads.
    public package(set) var verdict: CheckVerdict
    /// The number of complete executions visited. An execution that waits forever or stops the process is not complete.
    public let executions: UInt64
    /// The defects that break the promise, the most interesting first.
    public private(set) var findings: [Defect]
    /// For each finding, the strongest memory model that shows it. A finding is missing if a limit ended the search for
    /// its model.
    public let strongestModels: [Defect: MemoryModel]
    /// Whether the search shows the declared defects and no others.
    public private(set) var isAsDeclared: Bool

    fileprivate init(_ row: CheckRow) {
      threads = row.threads
      verdict = row.verdict
      executions = row.executions ?? 0
      findings = row.breaches.inOrderOfInterest
      strongestModels = row.strongestModels.filter { row.breaches.contains($0.key) }
      isAsDeclared = row.isAsDeclared
    }

    /// The same result with the verdict *not modeled*, for a class that is not modeled as a whole and whose findings
    /// therefore mean nothing.
    package var notModeled: Search {
      var search = self
      (search.verdict, search.findings, search.isAsDeclared) = (.notModeled, [], true)
      return search
    }
  }

  /// The name of the strategy, or of the owner's type.
  public let name: String
  /// The searches, the fewest threads first.
  public package(set) var searches: [Search]
  /// The drawing of the simplest execution that breaks the promise, with the source lines; `nil` if there is none.
  public package(set) var counterexample: String?
  /// The code that shows the same execution again. For a class, it is the argument `replay` of its check; for a
  /// strategy, it is the argument of the command `replay`.
  public package(set) var replayCode: String?
  public package(set) var description = ""

  package init(_ name: String, _ rows: [CheckRow]) {
    self.name = name
    searches = rows.map(Search.init)
  }

  /// Whether every execution, with each number of threads, keeps the promise.
  public var isProved: Bool { verdict == .proved }

  /// Whether some execution breaks the promise.
  public var isRefuted: Bool { verdict == .refuted }

  /// The worst verdict of all searches.
  public var verdict: CheckVerdict {
    let order: [CheckVerdict] = [.notModeled, .refuted, .undecided, .tooManyThreads]
    return order.first { verdict in searches.contains { $0.verdict == verdict } } ?? .proved
  }

  /// All defects that break the scenario's promise, such as to hand out one instance. The most interesting one comes first.
  public var findings: [Defect] { searches.flatMap(\.findings).inOrderOfInterest }

  /// Whether all searches show the declared defects and no others. If nothing is declared, no defect may be shown.
  public var isAsDeclared: Bool { searches.allSatisfy(\.isAsDeclared) }
}

/// The reason why a check has no result.
public struct CheckError: Error, Equatable, CustomStringConvertible {
  /// The problem, followed by its likely cause or by what was expected.
  public let description: String

  package init(_ description: String) { self.description = description }

  /// Turns an error of the machinery into one of a check.
  package static func explained<Result>(_ body: () throws(EngineError) -> Result) throws(CheckError) -> Result {
    do throws(EngineError) { return try body() } catch { throw CheckError("\(error)") }
  }

  /// Creates the error for a number of threads that a check cannot have.
  package init(threads: Int) {
    self.init("threads: expected 2 through \(ExecutionGraph.threadLimit), got \(threads)")
  }
}
