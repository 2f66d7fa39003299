package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker
package import SingletonStrategyKit

/// A check of one strategy in one scenario, with a number of threads and under one memory model.
package struct StrategyCheck: ModelCheck {
  package let entry: CatalogEntry
  package let scenario: Scenario
  package let threads: Int
  package var model: MemoryModel
  package let sources: SourceLibrary
  package let reducesSymmetry: Bool
  package let timeouts: Timeouts
  package var presumesCounts = true

  /// The maximum number of threads. With more, there are too many executions to explore, and the model also limits the
  /// number of threads.
  package static let maxThreads = 5

  package init(
    _ entry: CatalogEntry, _ scenario: Scenario, threads: Int, model: MemoryModel = .rc11,
    sources: SourceLibrary = .none, reducesSymmetry: Bool = true, timeouts: Timeouts = .whenStuck
  ) {
    self.entry = entry
    self.scenario = scenario
    self.threads = threads
    self.model = model
    self.sources = sources
    self.reducesSymmetry = reducesSymmetry
    self.timeouts = timeouts
  }

  package var name: String { entry.info.id }
  package var traits: Traits { entry.native?.traits ?? [] }
  package var expectation: Expectation { entry.info.expectation(in: scenario) ?? .sound }

  /// Returns the trial, or `nil` if the strategy exists only natively.
  package func trial(_ orderings: OrderingExperiment) -> Trial? {
    entry.native?.rebind(to: ModelBackend.self).map {
      Trial.make($0, scenario, callers: threads, orderings: orderings, timeouts: timeouts)
    }
  }

  /// Returns a message about an error that prevents the check from exploring the strategy, and what was expected.
  package func failure(_ error: ExplorationError) -> (problem: String, expected: String) {
    (
      "\(CheckRow(self).title) cannot be explored\(error.place.map { ", \($0)" } ?? ""): \(error)",
      error.isOfSystem ? "memory for a stack of each thread" : "a strategy that is deterministic and terminates"
    )
  }
}

extension CatalogEntry {
  /// Whether the strategy has source code that can run in the model. A strategy that is built into the Swift runtime
  /// has none.
  package var isModeled: Bool { native?.rebind(to: ModelBackend.self) != nil }
}
