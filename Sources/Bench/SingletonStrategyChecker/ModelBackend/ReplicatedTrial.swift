import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// A trial as code that any number of callers run, each in one of the roles of the scenario.
final class ReplicatedTrial: ReplicatedProgram {
  let trial: Trial
  let plan: TrialPlan
  private let kinds: [Scenario.ThreadKind]
  /// The defects that break the promise, one bit per defect.
  private let breaches: UInt
  let roles: [ThreadRole]

  /// The number of callers before the last of each role.
  private static let callersBefore = 7

  /// - Parameters:
  ///   - trial: A trial with ``callers(playing:)`` callers, whose kinds are those of ``kind(ofCaller:playing:)``.
  ///   - kinds: A kind of thread for each role.
  init(_ trial: Trial, _ plan: TrialPlan, _ kinds: [Scenario.ThreadKind]) {
    self.trial = trial
    self.plan = plan
    self.kinds = kinds
    breaches = CallerRecord.bits(of: Defect.allCases.filter(plan.promise.isBroken))
    roles = kinds.indices.map { role in
      ThreadRole(
        first: trial.threads(ofCaller: role), last: trial.threads(ofCaller: Self.callersBefore + role))
    }
  }

  static func callers(playing kinds: [Scenario.ThreadKind]) -> Int { callersBefore + kinds.count }

  /// Returns the kind of a caller. The first callers have all roles, and so have the last ones.
  static func kind(ofCaller index: Int, playing kinds: [Scenario.ThreadKind]) -> Scenario.ThreadKind {
    kinds[index < callersBefore ? index % kinds.count : index - callersBefore]
  }

  var program: any Program { trial.program }
  var preparation: Int? { trial.caller(ofThread: 0) == nil ? 0 : nil }

  func isPrivate(_ location: Int) -> Bool { if case .note? = trial.state.name(of: location) { true } else { false } }

  func maker(of word: UInt) -> Int? { ModelInstance.maker(of: word) }

  func renamed(_ name: UInt, maker: Int) -> UInt { ModelInstance.renamed(name, maker: maker) }

  func maker(ofLocation location: Int) -> Int? {
    switch trial.state.name(of: location) {
    case .field(let instance), .life(let instance): maker(of: instance)
    case .note, nil: nil
    }
  }

  func relocated(_ location: Int, maker: Int) -> Int {
    switch trial.state.name(of: location) {
    case .field(let instance): trial.state.location(.field(instance: renamed(instance, maker: maker)))
    case .life(let instance): trial.state.location(.life(instance: renamed(instance, maker: maker)))
    case .note, nil: location
    }
  }

  /// The initializer has filled the field. Of the reference count, ``ModelCaller`` only asks whether it was 1 and, if
  /// it need not be positive, whether it was.
  func soundValues(for operation: Operation) -> [UInt] {
    guard case .life? = trial.state.name(of: Int(operation.location)) else { return [1] }
    return operation.kind == .readModifyWrite && operation.update == .add ? [1, 2] : [0, 1, 2]
  }

  func outcome(of thread: Int) -> ThreadOutcome {
    let record = trial.records[thread]
    let kind = trial.caller(ofThread: thread).map { Self.kind(ofCaller: $0, playing: kinds) } ?? kinds[0]
    let results = (0..<CallerRecord.mostAccesses).filter {
      record.accesses & 1 << UInt($0) != 0 && record.results[$0] != 0
    }
    .map { ThreadOutcome.Result(group: plan.group(ofAccess: $0, by: kind), word: record.results[$0]) }
    return ThreadOutcome(results: Set(results), breaches: record.seen & breaches)
  }
}
