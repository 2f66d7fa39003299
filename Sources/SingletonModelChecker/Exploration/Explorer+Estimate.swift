package import SingletonMemoryModels
package import SingletonStatistics

extension Explorer {
  /// Estimates the number of complete executions that an exploration visits, without the exploration.
  ///
  /// Each probe goes through the graphs of the exploration level by level, where a level has the graphs after equally many
  /// choices. Of the graphs of a level whose threads have equally many events it keeps one, at random, with the weight of
  /// all. The expected weight of the complete executions that it meets is their number, for any exploration. But a few
  /// graphs may have most of the executions behind them; probes that have missed them give too low a number, and too low
  /// a standard error.
  ///
  /// Source: Chen, Heuristic Sampling: A Method for Predicting the Performance of Tree Searching Programs, SIAM Journal on
  /// Computing 21 (1992).
  package static func estimate(
    of program: any Program, under model: MemoryModel, reducesSymmetry: Bool = true,
    presumesCounts: Bool = false, probes: Int, seed: UInt64 = 1
  ) throws(ExplorationError) -> MeanEstimate {
    let end = LastEnding()
    let explorer = try Explorer(
      program, under: model, reducesSymmetry: reducesSymmetry, presumesCounts: presumesCounts, visitor: end)
    let levels = Levels(SplitMix64(seed: seed))
    explorer.levels = levels
    var counts: [Double] = []
    while counts.count < probes {
      var count = 0.0
      explorer.clear(for: explorer.graph.reduction)
      levels.begin(with: explorer)
      while !explorer.mustStartOver, let weight = levels.next(into: explorer) {
        end.ending = nil
        while try explorer.extend() {}
        if end.ending == .complete { count += weight }
      }
      if explorer.presumption?.hasFailed == true {
        return try estimate(of: program, under: model, reducesSymmetry: reducesSymmetry, probes: probes, seed: seed)
      }
      if explorer.mustStartOver {
        explorer.startOver()
        counts = []
      } else {
        counts.append(count)
      }
    }
    return MeanEstimate(of: counts)
  }
}

/// The graphs of two levels that a probe keeps: those that are left of the present level, and those of the next one.
final class Levels {
  /// A graph that stands for others.
  private struct Representative {
    let copy: ExplorationStack
    var openUpdate: Int
    var weight: Double
  }

  private var random: SplitMix64
  private var present: [Representative] = []
  /// The graphs of the next level, by the numbers of their threads' events.
  private var following: [Int: Representative] = [:]
  /// The weight of the graph under way.
  private var weight = 1.0
  private var unused: [ExplorationStack] = []
  private let node = ExplorationStack()

  init(_ random: SplitMix64) { self.random = random }

  func begin(with explorer: Explorer) {
    unused += present.map(\.copy) + following.values.map(\.copy)
    (present, following, weight) = ([], [:], 1)
    offer(explorer)
  }

  /// Restores the next graph.
  ///
  /// - Returns: Its weight, or `nil` if the probe is at its end.
  func next(into explorer: Explorer) -> Double? {
    if present.isEmpty {
      present = following.sorted { $0.key > $1.key }.map(\.value)
      following = [:]
    }
    guard let representative = present.popLast() else { return nil }
    representative.copy.restoreTop(into: explorer.graph)
    explorer.openUpdate = representative.openUpdate
    weight = representative.weight
    unused.append(representative.copy)
    return weight
  }

  /// Puts the graphs that follow from several choices on the next level.
  func branch(_ choices: ArraySlice<Choice>, _ pending: PendingEvent, of explorer: Explorer) {
    node.choices = Array(choices)
    node.push(pending, choicesFrom: 0, of: explorer.graph)
    while explorer.goesOn && !node.isEmpty {
      let (pending, choice) = node.pop(into: explorer.graph)
      if explorer.apply(choice, pending) { offer(explorer) }
    }
  }

  private func offer(_ explorer: Explorer) {
    let graph = explorer.graph
    let key = (0..<graph.threadCount).reduce(0) { $0 &* 257 &+ graph.count(of: $1) }
    let all = weight + (following[key]?.weight ?? 0)
    guard Double.random(in: 0..<all, using: &random) < weight else {
      following[key]!.weight = all
      return
    }
    let copy = following[key]?.copy ?? unused.popLast() ?? ExplorationStack()
    copy.clear()
    copy.push(.nothing, choicesFrom: 0, of: graph)
    following[key] = Representative(copy: copy, openUpdate: explorer.openUpdate, weight: all)
  }
}

/// A visitor that remembers how the last run has ended.
private final class LastEnding: ExplorationVisitor {
  var ending: Ending?

  func startedOver() {}
  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool { true }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    self.ending = ending
    return true
  }
}
