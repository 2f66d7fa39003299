package import SingletonCore
package import SingletonMemoryModels
import SingletonPlatform
package import SingletonStrategyChecker
package import SingletonStrategyKit

/// Checks the listing of a strategy in a scenario, with a number of threads, and may draw the counterexample.
package typealias ListingChecker =
  @Sendable (
    CatalogEntry, Scenario, _ threads: Int, MemoryModel, CheckLimits, _ draws: Bool
  ) throws(CheckError) -> CheckRow

/// The program that checks listings. It defines what compilers' instrumentation calls, and what allocates, locks and
/// counts references, so a program that races must be another one.
enum ListingProgram {
  /// Lets the program run with the arguments of this process, in its place.
  ///
  /// - Parameter tool: The name of this program.
  /// - Returns: The error if there is no such program.
  static func replaceThisProcess(of tool: String) -> CommandError {
    let name = "\(tool)-listings"
    let path = ownFolder() + "/" + name
    let failure = replaceProcess(by: path, [name] + commandLineArguments().dropFirst())
    return CommandError(
      code: .incomplete, problem: "another program checks listings, and it does not run: \(path): \(failure.reason)",
      expected: "\(name) beside this program; from the folder of its sources: swift build -c release --product \(name)",
      next: "check --form harness")
  }
}

/// A check of a listing.
struct ListingRowCheck: RowCheck {
  private let entry: CatalogEntry
  private let scenario: Scenario
  private let draws: Bool
  private let checker: ListingChecker
  let row: CheckRow
  let runsAlone = true

  init(
    _ entry: CatalogEntry, _ scenario: Scenario, threads: Int, model: MemoryModel, draws: Bool,
    by checker: @escaping ListingChecker
  ) {
    self.entry = entry
    self.scenario = scenario
    self.draws = draws
    self.checker = checker
    var row = CheckRow(
      strategy: entry.info.id, scenario: scenario, threads: threads, model: model,
      expected: entry.raced(as: .plain)?.expectation(in: scenario) ?? .sound)
    row.form = .plain
    self.row = row
  }

  func checkedRow(limits: CheckLimits) throws(CommandError) -> CheckRow {
    do throws(CheckError) { return try checker(entry, scenario, row.threads, row.model, limits, draws) } catch {
      let lines = error.description.split(separator: "\n", maxSplits: 1).map(String.init)
      throw CommandError(code: .unreadableInput, problem: "check: \(row.title): \(lines[0])")
    }
  }
}
