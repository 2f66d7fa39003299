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
      progress.append(explorer?.progress ?? 0)
      return true
    }

    static func exploring(_ program: any Program, under model: MemoryModel) throws -> (progress: [Double], end: Double)
    {
      let notes = Notes()
      let explorer = try Explorer(program, under: model, visitor: notes)
      notes.explorer = explorer
      _ = try explorer.run()
      return (notes.progress, explorer.progress)
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
