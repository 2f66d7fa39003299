import CSingletonPlatform
import SingletonPlatform

/// Calls in the class under test that tell a race when an instance is initialized and when it ends. Outside of a race,
/// they only read a thread-local variable.
///
/// They count only on the racing threads, not on queues or threads to which these hand work.
public enum Probe {
  /// Counts an initialization; call it in the first line of `init`.
  public static func initializing() { ProbeState.ofThisThread?.pointee.countInitialization() }

  /// Counts the end of an instance; call it in `deinit`.
  public static func deinitializing() { ProbeState.ofThisThread?.pointee.ends += 1 }

  /// Counts an initialization of a class that does not call ``initializing()`` itself: `Container(make: { Probe.built(Cache()) })`.
  public static func built<Instance>(_ make: @autoclosure () throws -> Instance) rethrows -> Instance {
    initializing()
    return try make()
  }
}

/// The counts of ``Probe`` on one thread of a race.
@usableFromInline
struct ProbeState {
  /// The cell in which the thread is asking.
  @usableFromInline var cell = 0
  /// The number of initializations in each cell, at most 255.
  let initializations: UnsafeMutablePointer<UInt8>
  /// The time that an initialization waits, in nanoseconds.
  let cost: UInt64
  var ends: UInt64 = 0
  /// The executor that runs the tasks of the thread.
  let executor = CallerExecutor()

  init(initializations: UnsafeMutablePointer<UInt8>, cost: UInt64) {
    self.initializations = initializations
    self.cost = cost
  }

  static var ofThisThread: UnsafeMutablePointer<ProbeState>? {
    cp_thread_value(.probe)?.assumingMemoryBound(to: ProbeState.self)
  }

  /// Returns the number of ends since the previous call.
  mutating func takeEnds() -> UInt64 {
    defer { ends = 0 }
    return ends
  }

  fileprivate mutating func countInitialization() {
    initializations[cell] += initializations[cell] < .max ? 1 : 0
    if cost > 0 { spin(nanoseconds: cost) }
  }
}
