import MemoryModels
import ModelChecker
import Testing

/// The shortest story of what went wrong.
@Suite struct WitnessTests {
  /// Keeps the least witness of all findings.
  private final class InstanceActor: ExplorationVisitor {
    var least: Witness?
    var stuck: Witness?

    func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
      let witness = Witness(of: graph, about: finding.events)
      if least.map({ witness.cost < $0.cost }) ?? true { least = witness }
      return true
    }

    func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
      if ending == .stuck { stuck = Witness(of: graph, about: graph.blockedReads) }
      return true
    }
  }

  private func instanceActor(_ threads: [[String]], under model: MemoryModel = .rc11) throws -> InstanceActor {
    let instanceActor = InstanceActor()
    _ = try Explorer(LitmusProgram(threads: threads), under: model, visitor: instanceActor).run()
    return instanceActor
  }

  private func relaxedDoubleCheckedLock(_ count: Int) -> [[String]] {
    (1...count).map { own in
      [
        "R.rlx r0 p", "SKIP 7 IF r0 != 0", "LOCK m", "R.rlx r0 p", "SKIP 3 IF r0 != 0", "W.na f\(own) 7",
        "W.rlx p \(own)", "SET r0 \(own)", "UNLOCK m", "R.na r9 f$r0",
      ]
    }
  }

  @Test func `the half-built object of the relaxed double-checked lock takes 8 steps, 1 switch, 1 stale read`() throws {
    let visitor = HalfBuilt()
    let program = try LitmusProgram(threads: relaxedDoubleCheckedLock(2))
    _ = try Explorer(program, under: .rc11, visitor: visitor).run()
    let witness = try #require(visitor.least)
    #expect(witness.isLeast)
    #expect(witness.cost.steps == 8)
    #expect(witness.cost.switches == 1)
    #expect(witness.cost.preemptions == 0)
    #expect(witness.cost.staleReads == 1)
    let last = try #require(witness.steps.last)
    #expect(last.isStale)
    #expect(last.event.readsFrom == .initial)
    #expect(last.newer == witness.steps.first { $0.event.isWrite && $0.event.isPlain }?.id)
  }

  /// Keeps the least witness of races in which the read has read the initial write.
  private final class HalfBuilt: ExplorationVisitor {
    var least: Witness?

    func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
      guard case .race(let a, let b) = finding else { return true }
      guard [a, b].contains(where: { graph[$0].isRead && graph[$0].readsFrom == .initial }) else { return true }
      let witness = Witness(of: graph, about: finding.events)
      if least.map({ witness.cost < $0.cost }) ?? true { least = witness }
      return true
    }

    func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool { true }
  }

  @Test func `a lost update is told without a stale read`() throws {
    let threads = Array(repeating: ["R.na r0 c", "W.na c r0+1"], count: 2)
    let witness = try #require(try instanceActor(threads, under: .sc).least)
    #expect(witness.cost.staleReads == 0)
    #expect(witness.cost.switches == 1)
  }

  @Test func `a story holds only what the finding depends on`() throws {
    let threads = [["W.rlx z 1", "W.na x 1"], ["W.rlx y 1", "W.rlx y 2"], ["R.na r0 x", "W.rlx y 3"]]
    let witness = try #require(try instanceActor(threads).least)
    #expect(Set(witness.steps.map(\.thread)) == [0, 2])
    #expect(witness.cost.steps == 3)
  }

  @Test func `the two halves of an update are never parted`() throws {
    let threads = [["FADD.rlx r0 c 1", "W.na x 1"], ["FADD.rlx r0 c 1", "FADD.rlx r0 c 1", "W.na x 2"]]
    let visitor = try instanceActor(threads)
    let steps = try #require(visitor.least).steps
    for (step, next) in zip(steps, steps.dropFirst()) where step.event.isUpdate && step.event.isRead {
      #expect(next.thread == step.thread)
    }
  }

  @Test func `a stuck program is told to its last step`() throws {
    let visitor = try instanceActor([
      ["LOCK a", "LOCK b", "UNLOCK b", "UNLOCK a"], ["LOCK b", "LOCK a", "UNLOCK a", "UNLOCK b"],
    ])
    let witness = try #require(visitor.stuck)
    #expect(witness.cost.staleReads == 0)
    #expect(witness.steps.filter(\.event.isBlocked).count == 2)
  }
}
