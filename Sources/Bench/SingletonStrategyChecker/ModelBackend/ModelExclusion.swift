package import SingletonModelChecker
package import SingletonStrategyKit

/// A mutex: 0 if free, 1 if held. Re-entry stops the process, as with the standard library's `Mutex`.
///
/// It also models the serial queue, because a queue that is used only synchronously is equivalent to a mutex.
package struct ModelLock: MutualExclusion, SerialExecution, ModelPrimitive {
  let location: Int
  let caller: ModelCaller

  package func _whileHeld<R>(at site: SourceLine, _ body: () -> R) -> R {
    caller.requireNotHeld(location)
    return caller.whileLocked(location, at: site, body)
  }

  package func _sync<R>(at site: SourceLine, _ body: () -> R) -> R { _whileHeld(at: site, body) }
}

/// A recursive lock, which its holder can acquire again.
package struct ModelRecursiveLock: ReentrantExclusion, ModelPrimitive {
  let location: Int

  package func _whileHeld<R>(by caller: ModelCaller, at site: SourceLine, _ body: () -> R) -> R {
    caller.holds(location)
      ? body() : caller.whileLocked(location, at: site, body)
  }
}

/// A semaphore with one permit. A wait with a time limit times out only if no thread can take another step, unless
/// ``Timeouts`` say that it may do so earlier. It then returns `false`, without having synchronized with any other
/// thread.
package struct ModelSemaphore: BinarySemaphore, ModelPrimitive {
  let location: Int
  let canTimeOut: Bool
  let caller: ModelCaller

  package func _wait(at site: SourceLine) -> Bool {
    let wait = Operation.wait(forPermitAt: location, canTimeOut: canTimeOut)
    if canTimeOut { return Int(bitPattern: caller.perform(wait, .semaphoreWait, at: site)) > 0 }
    caller.performBlindly(wait, .semaphoreWait, at: site)
    return true
  }

  package func _signal(at site: SourceLine) {
    caller.performBlindly(.add(location, 1, .release), .semaphoreSignal, at: site)
  }
}

extension Operation {
  /// Returns the operation that takes a permit from a semaphore, and waits until there is one. A wait that times out
  /// ends without a permit: it reads a value that is not positive.
  package static func wait(forPermitAt location: Int, canTimeOut: Bool) -> Operation {
    Operation(
      .readModifyWrite, at: location, order: .acquire, failureOrder: .relaxed, update: .decrementIfPositive,
      until: .greater, 0, canTimeOut: canTimeOut)
  }

  /// Makes a timed wait for a permit one that may time out at any time.
  ///
  /// Such a wait never blocks: it takes a permit, or it has seen that there is none, at any time until it ended, and has
  /// timed out. To wait longer has no effect that another thread could see.
  mutating func endAtAnyTime() {
    precondition(update == .decrementIfPositive && condition == .greater, "only a wait for a permit has a limit")
    condition = .always
  }
}

/// A lock for many readers or one writer: 0 if free, n for n readers, -1 for a writer.
///
/// It models both the system's reader-writer lock and the concurrent queue with barriers.
package struct ModelSharedLock: SharedExclusion, BarrierExecution, ModelPrimitive {
  let location: Int
  let caller: ModelCaller

  /// Returns `nil` if the caller already holds the lock, for reading or writing, and the system's lock would notice
  /// that.
  package func _whileReading<R>(at site: SourceLine, _ body: () -> R) -> R? {
    noticesReentry ? nil : read(at: site, body)
  }

  /// Returns `nil` if the caller already holds the lock, for reading or writing, and the system's lock would notice
  /// that.
  package func _whileWriting<R>(at site: SourceLine, _ body: () -> R) -> R? {
    noticesReentry ? nil : write(at: site, body)
  }

  /// Stops the process if a block waits for its own queue.
  package func _sync<R>(at site: SourceLine, _ body: () -> R) -> R {
    caller.requireNotHeld(location)
    return read(at: site, body)
  }

  /// Stops the process if a block waits for its own queue.
  package func _syncBarrier<R>(at site: SourceLine, _ body: () -> R) -> R {
    caller.requireNotHeld(location)
    return write(at: site, body)
  }

  private var noticesReentry: Bool {
    ReentrantPrimitive.readerWriterLock.endings().contains(.trap) && caller.holds(location)
  }

  private func read<R>(at site: SourceLine, _ body: () -> R) -> R {
    let enter = Operation.add(location, 1, .acquire).waiting(until: .greater, UInt(bitPattern: -1))
    let leave = Operation.add(location, UInt(bitPattern: -1), .release)
    return caller.whileHolding(location, (enter, .readLock), (leave, .readUnlock), at: site, body)
  }

  private func write<R>(at site: SourceLine, _ body: () -> R) -> R {
    let enter = Operation.exchange(location, UInt(bitPattern: -1), .acquire).waiting(until: .equal, 0)
    return caller.whileHolding(
      location, (enter, .writeLock), (.store(location, 0, .release), .writeUnlock), at: site, body)
  }
}

extension ModelCaller {
  fileprivate func whileLocked<R>(_ location: Int, at site: SourceLine, _ body: () -> R) -> R {
    let enter = Operation.exchange(location, 1, .acquire).waiting(until: .equal, 0)
    return whileHolding(location, (enter, .lock), (.store(location, 0, .release), .unlock), at: site, body)
  }

  /// Runs `body` between two operations. In between, the caller holds the primitive.
  fileprivate func whileHolding<R>(
    _ location: Int, _ enter: (Operation, StepKind), _ leave: (Operation, StepKind), at site: SourceLine,
    _ body: () -> R
  ) -> R {
    performBlindly(enter.0, enter.1, at: site)
    hold(location, true)
    defer {
      performBlindly(leave.0, leave.1, at: site)
      hold(location, false)
    }
    return body()
  }

  package func holds(_ location: Int) -> Bool { record.pointee.held & 1 << location != 0 }

  package func hold(_ location: Int, _ isHeld: Bool) {
    if isHeld { record.pointee.held |= 1 << location } else { record.pointee.held &= ~(1 << location) }
  }

  package func requireNotHeld(_ location: Int) { if holds(location) { fail(.reentry) } }
}
