package import SingletonCore
package import SingletonMemoryModels
import SingletonPlatform
import SingletonReports
package import SingletonStrategyChecker
package import SingletonStrategyKit
package import SingletonTextFormats

/// Checks the listing of a strategy in a scenario, with a number of threads, and may draw the counterexample.
package typealias ListingChecker =
  @Sendable (
    CatalogEntry, Scenario, _ threads: Int, MemoryModel, CheckLimits, _ draws: Bool
  ) throws(CheckError) -> CheckRow

/// The program that checks listings. It defines what compilers' instrumentation calls, and what allocates, locks and
/// counts references, so a program that races must be another one.
package enum ListingProgram {
  /// Lets the program run with the arguments of this process, in its place.
  ///
  /// - Parameter tool: The name of this program.
  /// - Returns: The error if there is no such program.
  static func replaceThisProcess(of tool: String) -> CommandError {
    let (name, path) = place(of: tool)
    let failure = replaceProcess(by: path, [name] + commandLineArguments().dropFirst())
    return CommandError(
      code: .incomplete, problem: "another program checks listings, and it does not run: \(path): \(failure.reason)",
      expected: "\(name) beside this program; from the folder of its sources: \(building(for: tool))",
      next: "check --form harness")
  }

  /// Returns the command that builds the program, in the folder of its sources.
  package static func building(for tool: String) -> String { "swift build -c release --product \(tool)-listings" }

  private static func place(of tool: String) -> (name: String, path: String) {
    let name = "\(tool)-listings"
    return (name, ownFolder() + "/" + name)
  }

  /// Lets the program check one listing, and returns the row.
  ///
  /// - Parameter tool: The name of this program.
  /// - Returns: A row that is not modeled, with the reason, if there is no such program.
  /// - Throws: An error if the program does not print a row.
  package static func row(
    of entry: CatalogEntry, _ scenario: Scenario, callers count: Int, model: MemoryModel, tool: String
  ) throws(InputError) -> CheckRow {
    let path = place(of: tool).path
    let arguments = [
      path, "check", "--form", RowForm.plain.rawValue, "--strategy", entry.info.id, "--scenario", scenario.id,
      "--threads", "\(count)", "--model", model.rawValue, "--format", DataFormat.json.rawValue,
    ]
    let printed = Subprocess.output(
      of: arguments, environment: environmentVariables(), limit: 1 << 24, timeout: .seconds(600))
    guard let printed else {
      var row = CheckRow(listing: entry, scenario, callers: count, model: model)
      row.obstacle = "another program checks listings, and it does not run: \(path)"
      return row
    }
    return try CheckReader.rows(printed: printed, path: path)[0]
  }
}

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
    row = CheckRow(listing: entry, scenario, callers: threads, model: model)
  }

  func checkedRow(limits: CheckLimits) throws(CommandError) -> CheckRow {
    do throws(CheckError) { return try checker(entry, scenario, row.threads, row.model, limits, draws) } catch {
      let lines = error.description.split(separator: "\n", maxSplits: 1).map(String.init)
      throw CommandError(code: .unreadableInput, problem: "check: \(row.title): \(lines[0])")
    }
  }
}
