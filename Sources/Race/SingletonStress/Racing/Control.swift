import Synchronization

/// The accessor that is known to be broken: it looks, and stores an instance if there is none, with no lock around the
/// two steps.
///
/// Its window is the time of an allocation, the minimum for any accessor that builds an instance. Its memory is atomic
/// and counts no references, so it hands out two instances without ever crashing.
struct Control: ~Copyable {
  private let shared = Atomic<UnsafeMutableRawPointer?>(nil)

  final class Instance {}

  borrowing func instance() -> Instance {
    if let known = shared.load(ordering: .acquiring) {
      return Unmanaged<Instance>.fromOpaque(known).takeUnretainedValue()
    }
    // Only the maker holds the instance, but it does so until the end of the trial, so other threads find it alive.
    let made = Instance()
    shared.store(Unmanaged.passUnretained(made).toOpaque(), ordering: .releasing)
    return made
  }

  static func subject(cells: Int) -> Subject {
    Subject(cells: cells, fresh: { Control() }, isWhole: nil, access: { $0.instance() })
  }

  /// Asks a control once, before this process is copied for the first time.
  ///
  /// This makes the runtime create everything that the control needs. If another thread of the process were creating it
  /// while the process is copied, the copy would wait for that thread forever.
  static let warmUp: Void = {
    let subject = Control.subject(cells: 1)
    var (result, initializations) = (0 as UInt, 0 as UInt8)
    var probe = ProbeState(initializations: &initializations, cost: 0)
    let caller = RaceCaller(results: &result, probe: &probe)
    subject.make(0..<1, caller)
    subject.ask(0..<1, caller)
    subject.release(result)
    subject.drop(0..<1)
    subject.deallocate()
  }()
}
