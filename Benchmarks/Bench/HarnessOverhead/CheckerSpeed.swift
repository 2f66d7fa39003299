import SingletonLitmus
import SingletonPlatform
import SingletonStrategies
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

/// The speed of the model checker on programs whose number of executions grows quickly (three shapes with increasing
/// numbers of threads) and on the whole catalog.
enum CheckerSpeed {
  static func show() throws {
    var table = Table(figures: [
      "program", "threads", "executions", "s, median of 5", "executions/s", "up to permutation", "s, median of 5",
    ])
    for shape in shapes {
      for threads in [5, 6, 7] {
        let program = (1...threads).map(shape.thread)
        let times = try (0..<5).map { _ in try seconds { _ = try explore(program) } }
        let executions = try explore(program)
        let reducedTimes = try (0..<5).map { _ in try seconds { _ = try explore(program, reducesSymmetry: true) } }
        table.append([
          shape.name, "\(threads)", "\(executions)", median(times).rounded(to: 3),
          (Double(executions) / median(times)).rounded(to: 0), "\(try explore(program, reducesSymmetry: true))",
          median(reducedTimes).rounded(to: 5),
        ])
      }
    }
    table.show("Checker: every execution under RC11, one core")
    try showCatalog()
  }

  private static func explore(_ threads: [[String]], reducesSymmetry: Bool = false) throws -> Int {
    let program = try LitmusProgram(threads: threads, observe: [])
    return try LitmusTally(of: program, under: .rc11, reducesSymmetry: reducesSymmetry).visited
  }

  private static func showCatalog() throws {
    var table = Table(figures: ["catalog", "rows", "s, median of 3"])
    for threads in [2, 3] {
      let checks = Catalog.standard.entries.flatMap { entry in
        entry.info.declarations.map {
          StrategyCheck(entry, $0.scenario, threads: threads, sources: Catalog.standard.sources)
        }
      }
      let times = try (0..<3).map { _ in try seconds { for check in checks { _ = try check.run() } } }
      table.append(["\(threads) threads", "\(checks.count)", median(times).rounded(to: 2)])
    }
    table.show("Checker: every strategy in every scenario, one core")
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = monotonicNanoseconds()
    try body()
    return Double(monotonicNanoseconds() - start) / 1e9
  }

  private struct Shape: Sendable {
    let name: String
    /// A closure that returns the instructions of the thread with this number, from 1.
    let thread: @Sendable (Int) -> [String]
  }

  /// The programs in the notation of litmus tests.
  private static let shapes = [
    Shape(name: "double-checked lock") { _ in
      [
        "R.acq r0 p", "SKIP 7 IF r0 != 0", "LOCK m", "R.rlx r0 p", "SKIP 3 IF r0 != 0", "W.na f1 7", "W.rel p 1",
        "SET r0 1", "UNLOCK m", "R.na r9 f$r0",
      ]
    },
    Shape(name: "once in three states") { _ in
      [
        "R.acq r1 o", "SKIP 6 IF r1 == 2", "CAS.acq/acq r1 o 0 1", "SKIP 3 IF r1 != 0", "W.na f1 7", "W.rel o 2",
        "SKIP 1 IF 0 == 0", "AWAIT.acq r1 o == 2", "SET r0 1", "R.na r9 f$r0",
      ]
    },
    Shape(name: "lock and increment") { _ in ["LOCK m", "R.na r0 c", "W.na c r0+1", "UNLOCK m"] },
  ]
}
