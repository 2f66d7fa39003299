import CSingletonHooks
import SingletonMemoryModels
package import SingletonModelChecker

/// A program whose threads are unmodified, instrumented code.
///
/// An execution begins with the owner that `fresh` makes, in memory whose addresses are the same each time; each thread
/// calls `access` once. The threads share real memory, so they restart together.
package final class InstrumentedProgram<Owner, Instance: AnyObject>: Program {
  /// The body of a thread in its two-word representation, function and context; see `CoroutineProgram`.
  private struct Body {
    let run: (UnsafeMutableRawPointer) -> Void
  }

  /// What one thread has got, in memory that does not move, because the thread's stack may be abandoned.
  struct Result {
    let thread: Int
    /// The address of the instance; 0 for `nil`.
    var instance: UInt = 0
  }

  package let threadCount: Int
  package let restartsTogether = true
  package let obstacle: ExplorationError?
  let results: UnsafeMutablePointer<Result>
  package let locations = LocationTable()
  private let owner: UnsafeMutablePointer<Owner>
  private let fresh: () -> Owner
  private let body: Body

  /// - Parameters:
  ///   - fresh: Makes the owner of an execution.
  ///   - access: What a thread does with the owner, given its number.
  package init(threads: Int, fresh: @escaping () -> Owner, access: @escaping (Owner, Int) -> Instance?) {
    threadCount = threads
    self.fresh = fresh
    obstacle = ch_begin(Int32(threads)).map { _ in .noStack(byteCount: 1 << 20) }
    results = .allocate(capacity: threads)
    owner = .allocate(capacity: 1)
    let owner = owner
    body = Body { memory in
      let result = memory.assumingMemoryBound(to: Result.self)
      let mine = owner.pointee
      ch_begin_thread(Int32(result.pointee.thread))
      let instance = access(mine, result.pointee.thread)
      // The thread keeps the instance until the end of the execution.
      let address = instance.map { Unmanaged.passRetained($0).toOpaque() }
      if let address { ch_look(address) }
      result.pointee.instance = UInt(bitPattern: address)
      ch_finish_thread()
      // Until here, or the owner would be released, which is no step of the user's code.
      withExtendedLifetime(mine) {}
    }
  }

  deinit {
    ch_end()
    results.deallocate()
    // The owner's memory began again with each execution, so there is nothing to release.
    owner.deallocate()
  }

  /// Runs the accessor outside of any execution, so that the caches of the runtime and the libraries are filled.
  ///
  /// - Returns: The number of accesses that the instrumentation has announced.
  package func rehearse() -> Int {
    ch_enter_rehearsal()
    for _ in 0..<2 {
      owner.initialize(to: fresh())
      for thread in 0..<2 {
        results[0] = Result(thread: thread)
        body.run(results)
      }
    }
    return ch_leave_rehearsal()
  }

  var currentOwner: Owner { owner.pointee }

  /// Whether the accesses that were explored were too few, so that what was seen means nothing.
  package var mustBeginAgain: Bool { ch_has_grown() }

  /// What the threads have done that no model covers, if anything.
  package var refusal: String? { ch_refusal().map { String(cString: $0) } }

  /// The first word of each thread's instance behind its header; 0 for `nil`.
  package var contents: [UInt] {
    (0..<threadCount).map { thread in
      UnsafePointer<UInt>(bitPattern: results[thread].instance).map { $0[2] } ?? 0
    }
  }

  // MARK: - Program

  package func initialValue(of location: Int) -> UInt { locations.initialValue(of: location) }

  package func restart(_ thread: Int) { preconditionFailure("threads of real code restart together") }

  package func restartAll() {
    ch_reset()
    ch_enter_setup()
    owner.initialize(to: fresh())
    let (function, context) = unsafeBitCast(body, to: (UnsafeRawPointer, UnsafeRawPointer?).self)
    for thread in 0..<threadCount {
      results[thread] = Result(thread: thread)
      ch_start(Int32(thread), function, context, results + thread)
    }
    ch_leave_setup()
  }

  package func advance(_ thread: Int, with value: UInt) -> Action {
    let asked = ch_resume(Int32(thread), value)
    switch asked.kind {
    case ch_finished: return .finished
    case ch_failed: return .failed(asked.value)
    default: return .operation(Operation(asked, at: locations.number(of: asked)))
    }
  }
}
