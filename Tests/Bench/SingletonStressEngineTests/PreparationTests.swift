import SingletonCore
import SingletonStrategyKit
import Synchronization
import Testing

@testable import SingletonStressEngine

/// Preparations of trials, and those that a scenario leaves out.
@Suite(.serialized) struct `Preparations of trials` {
  /// A strategy with an object that its cell keeps, which prepares trials and is configured by construction.
  private struct Configured: Strategy {
    typealias B = NativeBackend
    final class Kept: Sendable {}
    static let made = Atomic<Int>(0)
    static let prepared = Atomic<Int>(0)

    private let kept: Kept
    private let instance: NativeAtomicWord

    init(_ cell: inout NativeCell) {
      kept = cell.object {
        Self.made.wrappingAdd(1, ordering: .relaxed)
        return Kept()
      }
      instance = cell.atomicMemory()
    }

    func prepare(_ caller: NativeCaller) {
      Self.prepared.wrappingAdd(1, ordering: .relaxed)
      _ = construct(caller)
    }

    func shared(_ caller: NativeCaller) -> NativeInstance? { NativeInstance(word: instance.load(.acquiring)) }

    func construct(_ caller: NativeCaller) -> NativeInstance? {
      let built = caller.make()
      instance.store(built.word, .releasing)
      return built
    }

    static var traits: Traits { [.prepares] }
    static var info: StrategyInfo {
      StrategyInfo(id: "configured", idea: "", expects: [.mixedConstruction: .sound, .lateConfiguration: .sound])
    }
  }

  private func row(_ scenario: Scenario) throws -> Row {
    var configuration = ChildConfiguration.counting(scenario: scenario)
    configuration.settings.trials = 20
    configuration.cells = 4
    configuration.settings.skipsTimes = true
    return try Row(configuration, CatalogEntry(Configured.self).raced(as: .harness)!.workload(scenario))
  }

  /// Returns how many preparations, and how many objects of cells, the body makes.
  private func count(_ body: () -> Void) -> [Int] {
    Configured.prepared.store(0, ordering: .relaxed)
    Configured.made.store(0, ordering: .relaxed)
    body()
    return [Configured.prepared.load(ordering: .relaxed), Configured.made.load(ordering: .relaxed)]
  }

  @Test(arguments: [(Scenario.mixedConstruction, true), (.lateConfiguration, false)])
  func `a trial is prepared unless its scenario leaves that out, and its cell has its object in any case`(
    scenario: Scenario, isPrepared: Bool
  ) throws {
    let row = try row(scenario)
    #expect(count(row.run) == [isPrepared ? 20 : 0, 4])
    #expect(row.context.shared.tally[.trials] == 20)
    // What is timed is configured.
    let timed = try self.row(scenario).context
    #expect(count { timed.workload.prepare(timed.cells, 0..<4, timed.callers[0]) } == [4, 4])
  }
}
