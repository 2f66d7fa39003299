package import SingletonModelChecker
package import SingletonStrategyKit

/// A mutex: 0 if free, 1 if held. Re-entry stops the process, as with the toolchain's `Mutex`.
package struct ModelLock: MutualExclusion {
  let location: Int
  let caller: ModelCaller

  package func _whileHeld<R>(at site: SourceLine, _ body: () -> R) -> R {
    caller.requireNotHeld(location)
    caller.acquire(location, at: site)
    defer { caller.release(location, at: site) }
    return body()
  }
}

/// A recursive lock, which its holder can acquire again.
package struct ModelRecursiveLock: ReentrantExclusion {
  let location: Int

  package func _whileHeld<R>(by caller: ModelCaller, at site: SourceLine, _ body: () -> R) -> R {
    if caller.holds(location) { return body() }
    caller.acquire(location, at: site)
    defer { caller.release(location, at: site) }
    return body()
  }
}

/// A semaphore with one permit. A wait with a limit times out only if no thread can take another step; it then returns
/// `false`, and has not synchronized with any other thread.
package struct ModelSemaphore: BinarySemaphore {
  let location: Int
  let canTimeOut: Bool
  let caller: ModelCaller

  package func _wait(at site: SourceLine) -> Bool {
    let permits = caller.perform(.wait(forPermitAt: location, canTimeOut: canTimeOut, site))
    return Int(bitPattern: permits) > 0
  }

  package func _signal(at site: SourceLine) { caller.perform(.signal(location, site)) }
}

extension Operation {
  /// The operation of a thread that takes a permit of a semaphore, and waits until there is one. It has none if it reads
  /// a value that is not positive, which only a wait that times out does.
  package static func wait(forPermitAt location: Int, canTimeOut: Bool, _ site: SourceLine) -> Operation {
    Operation(
      .readModifyWrite, at: location, order: .acquire, failureOrder: .relaxed, update: .decrementIfPositive,
      until: .greater, 0, canTimeOut: canTimeOut, sourceLine: site.word, tag: StepKind.semaphoreWait.rawValue)
  }

  /// The operation of a thread that gives a permit to a semaphore.
  package static func signal(_ location: Int, _ site: SourceLine) -> Operation {
    .add(location, 1, .release, sourceLine: site.word, tag: StepKind.semaphoreSignal.rawValue)
  }
}

/// The system's reader-writer lock: 0 if free, n for n readers, -1 for a writer. Its methods return `nil` if the caller
/// already holds it, for reading or for writing, if the system's lock notices that.
package struct ModelReaderWriterLock: SharedExclusion {
  let sides: SharedSides
  let caller: ModelCaller

  package func _whileReading<R>(at site: SourceLine, _ body: () -> R) -> R? {
    noticesReentry ? nil : sides.whileReading(caller, at: site, body)
  }

  package func _whileWriting<R>(at site: SourceLine, _ body: () -> R) -> R? {
    noticesReentry ? nil : sides.whileWriting(caller, at: site, body)
  }

  private var noticesReentry: Bool {
    ReentrantPrimitive.readerWriterLock.ending() != .waitsForever && caller.holds(sides.location)
  }
}

/// A serial queue with synchronous execution only, which makes it equivalent to a mutex.
package struct ModelSerialQueue: SerialExecution {
  let lock: ModelLock

  package func _sync<R>(at site: SourceLine, _ body: () -> R) -> R { lock._whileHeld(at: site, body) }
}

/// A concurrent queue with barriers: a reader-writer lock, which stops the process if a block waits for its own queue.
package struct ModelConcurrentQueue: BarrierExecution {
  let sides: SharedSides
  let caller: ModelCaller

  package func _sync<R>(at site: SourceLine, _ body: () -> R) -> R {
    caller.requireNotHeld(sides.location)
    return sides.whileReading(caller, at: site, body)
  }

  package func _syncBarrier<R>(at site: SourceLine, _ body: () -> R) -> R {
    caller.requireNotHeld(sides.location)
    return sides.whileWriting(caller, at: site, body)
  }
}

/// The operations of a reader-writer lock, for many readers or one writer.
struct SharedSides: Sendable {
  let location: Int

  func whileReading<R>(_ caller: ModelCaller, at site: SourceLine, _ body: () -> R) -> R {
    let enter = Operation.add(location, 1, .acquire, sourceLine: site.word, tag: StepKind.readLock.rawValue)
    caller.perform(enter.waiting(until: .greater, UInt(bitPattern: -1)))
    caller.hold(location, true)
    defer {
      caller.perform(
        .add(location, UInt(bitPattern: -1), .release, sourceLine: site.word, tag: StepKind.readUnlock.rawValue))
      caller.hold(location, false)
    }
    return body()
  }

  func whileWriting<R>(_ caller: ModelCaller, at site: SourceLine, _ body: () -> R) -> R {
    let enter = Operation.exchange(
      location, UInt(bitPattern: -1), .acquire, sourceLine: site.word, tag: StepKind.writeLock.rawValue)
    caller.perform(enter.waiting(until: .equal, 0))
    caller.hold(location, true)
    defer {
      caller.perform(.store(location, 0, .release, sourceLine: site.word, tag: StepKind.writeUnlock.rawValue))
      caller.hold(location, false)
    }
    return body()
  }
}

extension ModelCaller {
  fileprivate func acquire(_ location: Int, at site: SourceLine) {
    perform(
      .exchange(location, 1, .acquire, sourceLine: site.word, tag: StepKind.lock.rawValue).waiting(until: .equal, 0))
    hold(location, true)
  }

  fileprivate func release(_ location: Int, at site: SourceLine) {
    perform(.store(location, 0, .release, sourceLine: site.word, tag: StepKind.unlock.rawValue))
    hold(location, false)
  }

  package func holds(_ location: Int) -> Bool { record.pointee.held & 1 << location != 0 }

  package func hold(_ location: Int, _ isHeld: Bool) {
    if isHeld { record.pointee.held |= 1 << location } else { record.pointee.held &= ~(1 << location) }
  }

  package func requireNotHeld(_ location: Int) { if holds(location) { fail(.reentry) } }
}
