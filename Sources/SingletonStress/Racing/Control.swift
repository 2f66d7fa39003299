import Synchronization

/// The accessor that is known to be broken: a look, and a store if it found nothing, with no lock around both.
///
/// Its window is the time of an allocation, which any accessor that builds an instance has at least. Its memory is
/// atomic and counts no reference, so that it hands out two instances without ever crashing.
struct Control: ~Copyable {
  private let shared = Atomic<UnsafeMutableRawPointer?>(nil)

  final class Instance {}

  borrowing func instance() -> Instance {
    if let known = shared.load(ordering: .acquiring) {
      return Unmanaged<Instance>.fromOpaque(known).takeUnretainedValue()
    }
    // Only its maker holds the instance, but until the end of the trial, so other threads find it alive.
    let made = Instance()
    shared.store(Unmanaged.passUnretained(made).toOpaque(), ordering: .releasing)
    return made
  }

  static func subject(cells: Int) -> Subject {
    Subject(cells: cells, fresh: { Control() }, isWhole: nil, access: { $0.instance() })
  }

  /// Has a control asked once, before this process is copied for the first time.
  ///
  /// This has the runtime make all that the control needs. If another thread of the process were making it at the moment
  /// of the copying, the copy would wait for that thread for ever.
  static let warmUp: Void = {
    let subject = Control.subject(cells: 1)
    var (result, initializations) = (0 as UInt, 0 as UInt8)
    var probe = ProbeState(initializations: &initializations, cost: 0)
    subject.make(0..<1)
    subject.ask(0..<1, RaceCaller(results: &result, probe: &probe))
    subject.release(result)
    subject.drop(0..<1)
    subject.deallocate()
  }()
}
