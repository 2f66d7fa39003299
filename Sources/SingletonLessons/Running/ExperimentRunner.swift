package import SingletonCore
package import SingletonStrategyKit

/// Runs the experiments of a lesson.
package protocol ExperimentRunner {
  func strategy(_ id: String) throws -> CatalogEntry
  func source(_ file: String) throws -> SourceText
  func run(_ experiment: StressExperiment) throws -> [StressRow]
  func check(_ experiment: CheckExperiment) throws -> CheckRow
  func explore(_ experiment: LitmusExperiment) throws -> LitmusResult
}
