import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// A trial whose callers all do the same, as code that any number of callers run.
final class ReplicatedTrial: ReplicatedProgram {
  /// Enough callers for ``ReplicatedProgram/copies``.
  static let callers = 8

  private let trial: Trial
  /// The defects that break the promise, one bit per defect.
  private let breaches: UInt
  let copies: Range<Int>

  init(_ trial: Trial, promise: Promise) {
    self.trial = trial
    breaches = CallerRecord.bits(of: Defect.allCases.filter(promise.isBroken))
    let count = trial.program.threadCount
    copies = count - Self.callers..<count
  }

  var program: any Program { trial.program }
  var preparation: Int? { copies.lowerBound == 0 ? nil : 0 }

  func maker(of word: UInt) -> Int? { ModelInstance.maker(of: word) }

  func renamed(_ name: UInt, maker: Int) -> UInt { ModelInstance.renamed(name, maker: maker) }

  func maker(ofLocation location: Int) -> Int? {
    switch trial.state.name(of: location) {
    case .field(let instance), .life(let instance): maker(of: instance)
    case .note, .primitive, nil: nil
    }
  }

  func relocated(_ location: Int, maker: Int) -> Int {
    switch trial.state.name(of: location) {
    case .field(let instance): trial.state.location(.field(instance: renamed(instance, maker: maker)))
    case .life(let instance): trial.state.location(.life(instance: renamed(instance, maker: maker)))
    case .note, .primitive, nil: location
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
    let results = (0..<CallerRecord.mostAccesses).filter { record.accesses & 1 << UInt($0) != 0 }
      .map { record.results[$0] }.filter { $0 != 0 }
    return ThreadOutcome(results: results, breaches: record.seen & breaches)
  }
}
