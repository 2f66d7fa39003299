import SingletonLitmus
import SingletonMemoryModels
import SingletonModelChecker
import Testing

@Suite struct `Witnesses` {
  /// A witness and its events, which the graph no longer has when the exploration goes on.
  private struct Kept {
    let witness: Witness
    let events: [Event]

    var cost: WitnessCost { witness.cost }
    var threads: [Int] { witness.events.map(\.thread) }

    init(of graph: ExecutionGraph, about events: [EventID]) {
      witness = Witness(of: graph, about: events)
      self.events = witness.events.map { graph[$0] }
    }
  }

  /// A visitor that keeps the least witness of all findings, and a witness of a stuck graph.
  private final class WitnessKeeper: ExplorationVisitor {
    var least: Kept?
    var stuck: Kept?

    func startedOver() {}

    func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
      let witness = Kept(of: graph, about: finding.events)
      if least.map({ witness.cost < $0.cost }) ?? true { least = witness }
      return true
    }

    func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
      if ending == .stuck { stuck = Kept(of: graph, about: graph.blockedReads) }
      return true
    }
  }

  private func witnesses(of threads: [[String]], under model: MemoryModel = .rc11) throws -> WitnessKeeper {
    let keeper = WitnessKeeper()
    _ = try Explorer(LitmusProgram(threads: threads), under: model, visitor: keeper).run()
    return keeper
  }

  private func relaxedDoubleCheckedLock(_ count: Int) -> [[String]] {
    (1...count).map { own in
      [
        "R.rlx r0 p", "SKIP 7 IF r0 != 0", "LOCK m", "R.rlx r0 p", "SKIP 3 IF r0 != 0", "W.na f\(own) 7",
        "W.rlx p \(own)", "SET r0 \(own)", "UNLOCK m", "R.na r9 f$r0",
      ]
    }
  }

  @Test func `the relaxed double-checked lock has a witness of 8 steps with 1 switch and 1 stale read`() throws {
    let visitor = HalfBuilt()
    let program = try LitmusProgram(threads: relaxedDoubleCheckedLock(2))
    _ = try Explorer(program, under: .rc11, visitor: visitor).run()
    let witness = try #require(visitor.least)
    #expect(witness.cost.steps == 8)
    #expect(witness.cost.switches == 1)
    #expect(witness.cost.preemptions == 0)
    #expect(witness.cost.staleReads == 1)
    let last = try #require(witness.events.last)
    #expect(last.readsFrom == .initial)
    #expect(witness.events.contains { $0.isWrite && $0.order == .plain && $0.location == last.location })
  }

  /// A visitor that keeps the least witness of the data races whose read reads the initial write.
  private final class HalfBuilt: ExplorationVisitor {
    var least: Kept?

    func startedOver() {}

    func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
      guard case .race(let a, let b) = finding else { return true }
      guard [a, b].contains(where: { graph[$0].kind == .read && graph[$0].readsFrom == .initial }) else { return true }
      let witness = Kept(of: graph, about: finding.events)
      if least.map({ witness.cost < $0.cost }) ?? true { least = witness }
      return true
    }

    func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool { true }
  }

  @Test func `the witness of a lost update has no stale read`() throws {
    let threads = Array(repeating: ["R.na r0 c", "W.na c r0+1"], count: 2)
    let witness = try #require(try witnesses(of: threads, under: .sc).least)
    #expect(witness.cost.staleReads == 0)
    #expect(witness.cost.switches == 1)
  }

  @Test func `a witness has only the steps that the finding depends on`() throws {
    let threads = [["W.rlx z 1", "W.na x 1"], ["W.rlx y 1", "W.rlx y 2"], ["R.na r0 x", "W.rlx y 3"]]
    let witness = try #require(try witnesses(of: threads).least)
    #expect(Set(witness.threads) == [0, 2])
    #expect(witness.cost.steps == 3)
  }

  @Test func `a witness never separates the two halves of an update`() throws {
    let threads = [["FADD.rlx r0 c 1", "W.na x 1"], ["FADD.rlx r0 c 1", "FADD.rlx r0 c 1", "W.na x 2"]]
    let witness = try #require(try witnesses(of: threads).least)
    let updates = witness.events.indices.filter { witness.events[$0].isUpdate && witness.events[$0].kind == .read }
    #expect(updates.count == 3)
    for index in updates { #expect(witness.threads[index + 1] == witness.threads[index]) }
  }

  @Test func `the witness of a deadlock has the blocked read of each thread`() throws {
    let visitor = try witnesses(of: [
      ["LOCK a", "LOCK b", "UNLOCK b", "UNLOCK a"], ["LOCK b", "LOCK a", "UNLOCK a", "UNLOCK b"],
    ])
    let witness = try #require(visitor.stuck)
    #expect(witness.cost.staleReads == 0)
    #expect(witness.events.filter(\.isBlocked).count == 2)
  }
}

extension WitnessCost {
  fileprivate var switches: UInt64 { word >> 16 & 0xffff }
  fileprivate var preemptions: UInt64 { word >> 32 & 0xffff }
  fileprivate var staleReads: UInt64 { word >> 48 }
}
