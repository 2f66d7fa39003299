import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// The share of a search that is done, from which the number of executions is estimated.
@Suite struct `Progress of a search` {
  /// A visitor that notes the progress at the end of each run.
  private final class Notes: ExplorationVisitor {
    weak var explorer: Explorer?
    private(set) var progress: [Double] = []

    func startedOver() { progress = [] }
    func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool { true }

    func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
      progress.append(explorer?.tree.share ?? 0)
      return true
    }

    static func exploring(_ program: any Program, under model: MemoryModel) throws -> (progress: [Double], end: Double)
    {
      let notes = Notes()
      let explorer = try Explorer(program, under: model, visitor: notes)
      notes.explorer = explorer
      _ = try explorer.run()
      return (notes.progress, explorer.tree.share)
    }
  }

  @Test(arguments: MemoryModel.allCases)
  func `the progress grows in each run up to 1`(model: MemoryModel) throws {
    var programs = RandomPrograms(seed: 11_000)
    for number in 0..<40 {
      let threads = number % 2 == 0 ? programs.program() : programs.symmetricProgram()
      let symmetry: Symmetry = number % 2 == 0 ? .none : .equal(threads)
      let (progress, end) = try Notes.exploring(StraightLineProgram(threads, symmetry: symmetry), under: model)
      for (earlier, later) in zip([0] + progress, progress) {
        try #require(earlier < later && later <= 1 + 1e-9, "program \(number): \(progress)")
      }
      try #require(end == 1, "program \(number): \(end)")
    }
  }

  @Test func `if all choices have equally much behind them, the progress is the share of the executions`() throws {
    let stores = (0..<4).map { Operation.store($0, 1, .relaxed) }
    let loads = (0..<4).map { Operation.load($0, .relaxed) }
    let (progress, _) = try Notes.exploring(StraightLineProgram([stores] + loads.map { [$0] }), under: .rc11)
    #expect(progress.count == 16)
    for (number, share) in progress.enumerated() { #expect(abs(share - Double(number + 1) / 16) < 1e-9) }
  }
}

/// How many executions a search says that it probably has.
@Suite struct `Size of a search` {
  /// How different the parts behind one step are.
  enum Skew: CaseIterable { case none, some, much, falling }

  /// A tree in the order of a search: the number of choices of a step, 1 for an execution, or 0 for a branch without one.
  private struct GrownTree {
    private(set) var steps: [Int] = []
    private(set) var executions = 0
    private var random: RandomPrograms

    init(seed: UInt64, leaves: Double, _ skew: Skew) {
      random = RandomPrograms(seed: seed)
      grow(leaves, skew)
    }

    private mutating func grow(_ leaves: Double, _ skew: Skew) {
      guard leaves >= 2 else {
        steps.append(Double.random(in: 0..<1, using: &random) < 0.9 ? 1 : 0)
        executions += steps.last!
        return
      }
      var weights = (0..<Int.random(in: 2...4, using: &random)).map { _ in
        let weight = Double.random(in: 0.01..<1, using: &random)
        return skew == .none ? 1 : skew == .much ? weight * weight * weight : weight
      }
      if skew == .falling { weights.sort(by: >) }
      steps.append(weights.count)
      for weight in weights { grow(leaves * weight / weights.reduce(0, +), skew) }
    }

    /// What the search says when these shares of its executions are visited.
    func sizes(at shares: [Double]) -> [ClosedRange<UInt64>?] {
      var (tree, sizes) = (SearchTree(), [ClosedRange<UInt64>?]())
      for step in steps {
        if step > 1 {
          tree.branch(into: step)
          continue
        }
        tree.executions += Double(step)
        while sizes.count < shares.count, tree.executions >= shares[sizes.count] * Double(executions) {
          sizes.append(tree.size)
        }
        tree.finishBranch()
      }
      return sizes
    }
  }

  /// The factor between the bounds of the median statement when half of the executions are visited.
  private static let widest: [Skew: Double] = [.none: 3, .some: 16, .much: 128, .falling: 80]

  @Test(arguments: Skew.allCases)
  func `what is said of 300 trees is right nine times in ten, and is said of all when half is visited`(skew: Skew) {
    var (said, right, widths) = (0, 0, [Double]())
    for seed in 0..<75 as Range<UInt64> {
      let tree = GrownTree(seed: seed, leaves: 10_000, skew)
      let sizes = tree.sizes(at: [0.02, 0.2, 0.5])
      said += sizes.count { $0 != nil }
      right += sizes.count { $0?.contains(UInt64(tree.executions)) == true }
      if let size = sizes[2] { widths.append(Double(size.upperBound) / Double(size.lowerBound)) }
    }
    #expect(Double(right) >= 0.9 * Double(said), "\(right) of \(said)")
    #expect(widths.count == 75)
    #expect(widths.sorted()[37] <= Self.widest[skew]!, "\(widths.sorted()[37])")
  }

  @Test func `nothing is said until 16 parts of 64 executions are finished`() {
    for seed in 0..<20 as Range<UInt64> {
      #expect(GrownTree(seed: seed, leaves: 1_000, .some).sizes(at: [0.1, 0.5, 0.9]) == [nil, nil, nil])
    }
  }
}
