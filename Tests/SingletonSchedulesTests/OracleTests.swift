import SingletonStatistics
import Testing

@testable import SingletonSchedules

/// An actor that runs a generated program.
private actor Generated {
  enum Step {
    case look, store, canceled
    case yield, child, sleep, other, kept

    /// Returns a program that awaits once, because a search without reductions ends in time only then.
    static func program(_ random: inout SplitMix64) -> [Step] {
      let quick: [Step] = [.look, .store, .canceled]
      var steps = (0..<Int.random(in: 1...3, using: &random)).map { _ in quick.randomElement(using: &random)! }
      let wait = [yield, child, sleep, other, kept].randomElement(using: &random)!
      steps.insert(wait, at: Int.random(in: 0...steps.count, using: &random))
      return steps
    }
  }

  private let program: [Step]
  private let other = Store()
  private var made: Thing?
  private var task: Task<Thing, Never>?

  init(_ program: [Step]) { self.program = program }

  func current() async -> Thing? {
    for step in program {
      switch step {
      case .look: if let made { return made }
      case .store: made = Thing()
      case .yield: await Task.yield()
      case .child:
        async let thing = Thing()
        made = await thing
      case .sleep: try? await Task.sleep(for: .seconds(1))
      case .other: if let thing = await other.value { made = thing } else { await other.set(Thing()) }
      case .kept:
        if task == nil { task = Task { Thing() } }
        made = await task!.value
      case .canceled: if Task.isCancelled { return nil }
      }
    }
    return made
  }
}

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct OracleTests {
  /// The number of programs.
  private static let sample = 12

  @Test(arguments: 1...sample)
  func `The search comes to what a search without reductions comes to`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let program = Generated.Step.program(&random)
    var plan = Plan(tasks: 2, cancelsFirst: seed.isMultiple(of: 4), notesOutcomes: true)
    let reduced = try check(plan, fresh: { Generated(program) }, access: { await $0.current() })
    plan.isReduced = false
    plan.scheduleLimit = 30_000
    let naive = try check(plan, fresh: { Generated(program) }, access: { await $0.current() })
    #expect(!reduced.outcomes.isEmpty && reduced.schedules < 10_000)
    #expect(naive.outcomes.isSubset(of: reduced.outcomes), "\(program): \(naive.outcomes), \(reduced.outcomes)")
    // A limit is met by some searches without reductions, which then come to less.
    if naive.obstacle == nil {
      #expect(naive.outcomes == reduced.outcomes && naive.findings == reduced.findings, "\(program)")
      #expect(reduced.schedules < naive.schedules)
    }
  }
}
