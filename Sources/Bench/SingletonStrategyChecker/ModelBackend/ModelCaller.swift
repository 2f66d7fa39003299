import SingletonCore
package import SingletonModelChecker
package import SingletonStrategyKit

package struct ModelCaller: CallingThread, @unchecked Sendable {
  // Unchecked: everything runs on the exploring thread.
  let record: UnsafeMutablePointer<CallerRecord>
  let trial: Unmanaged<TrialState>

  package var index: Int {
    trial._withUnsafeGuaranteedRef { $0.hasIndexedCallers = true }
    return record.pointee.index
  }

  package var _ownIndex: Int { record.pointee.index }

  /// Notes that the thread accesses memory of the caller with this index.
  func noteAccess(toMemoryOf index: Int) {
    let isOwn = index == record.pointee.index || record.pointee.isPreparing
    if !isOwn { trial._withUnsafeGuaranteedRef { $0.hasIndexedCallers = true } }
  }

  /// Performs an operation, and counts its events.
  @discardableResult
  package func perform(_ operation: Operation, _ kind: StepKind, at site: SourceLine = .unknown) -> UInt {
    var operation = operation
    operation.tag = kind.rawValue
    operation.sourceLine = site.word
    if operation.canTimeOut && operation.condition != .always {
      if trial._withUnsafeGuaranteedRef(\.timeouts) == .anyTime { operation.endAtAnyTime() }
      trial._withUnsafeGuaranteedRef { $0.hasTimedWaits = true }
    }
    let found = record.pointee.thread.perform(operation)
    record.pointee.events += operation.updated(found) == nil ? 1 : 2
    return found
  }

  /// Performs an operation whose outcome nobody looks at.
  package func performBlindly(_ operation: Operation, _ kind: StepKind, at site: SourceLine = .unknown) {
    var operation = operation
    operation.isBlind = operation.kind == .readModifyWrite
    perform(operation, kind, at: site)
  }

  func note(_ defect: Defect) { record.pointee.note(defect) }

  package func fail(_ message: StaticString) -> Never {
    record.pointee.thread.fail(FailureCode.assertion(message))
  }

  func fail(_ code: FailureCode) -> Never { record.pointee.thread.fail(code.rawValue) }

  package func `class`(of instance: ModelInstance) -> InstanceClass { instance.class }
}

/// The reason why a modeled thread stopped the process.
package enum FailureCode: UInt, Sendable {
  /// An assertion without a message failed.
  case assertion
  /// A thread requested a primitive that it already holds, and this primitive traps.
  case reentry

  /// Returns a code that represents the message: its address, which stays valid because the text of a literal is never
  /// deallocated.
  static func assertion(_ message: StaticString) -> UInt {
    message.hasPointerRepresentation ? UInt(bitPattern: message.utf8Start) : assertion.rawValue
  }

  /// Returns the message of a failed assertion, or `nil` if the code has none.
  static func message(_ code: UInt) -> String? {
    guard FailureCode(rawValue: code) == nil else { return nil }
    return UnsafePointer<UInt8>(bitPattern: code).map { String(cString: $0) }
  }
}

// MARK: - The results of accesses

extension ModelCaller {
  /// Records the result of an access, and examines the instance.
  package func record(_ result: ModelInstance?, ofAccess number: Int) {
    if let result {
      let field = perform(.load(field(of: result), .plain, through: result.word), .look)
      if field == 0 { note(.halfBuilt) }
    } else {
      note(.nilResults)
    }
    record.pointee.results[number] = result?.word ?? 0
    record.pointee.resultEvents[number] = UInt(max(0, record.pointee.events - 1))
    record.pointee.accesses |= 1 << UInt(number)
  }
}

// MARK: - The two steps of an instance's life

extension ModelCaller {
  /// Allocates an instance. This adds no event, because no other thread can access the memory yet.
  package func _allocate(_ class: InstanceClass, at site: SourceLine) -> ModelInstance {
    let ordinal = record.pointee.made
    record.pointee.made += 1
    return ModelInstance(thread: record.pointee.thread.number, ordinal: ordinal, class: `class`)
  }

  package func _initialize(_ instance: ModelInstance, at site: SourceLine) {
    let inside = record.pointee.insideInitializers
    let bit: UInt32 = 1 << instance.class.rawValue
    if inside & bit != 0 { note(.nestedInits) }
    if record.pointee.reentries < record.pointee.mostReentries {
      record.pointee.reentries += 1
      record.pointee.insideInitializers = inside | bit
      trial._withUnsafeGuaranteedRef { $0.reentrantCall(self, instance.class, record.pointee.reentries) }
      record.pointee.insideInitializers = inside
    }
    if record.pointee.throwsNext {
      record.pointee.throwsNext = false
      record.pointee.initializerThrew = true
      return
    }
    perform(.store(field(of: instance), 1, .plain), .initialize, at: site)
  }

  package func rethrowRefusal() throws(Refusal) {
    guard record.pointee.initializerThrew else { return }
    record.pointee.initializerThrew = false
    throw Refusal()
  }

  package func _make(_ class: InstanceClass, at site: SourceLine) -> ModelInstance {
    let instance = _allocate(`class`, at: site)
    _initialize(instance, at: site)
    return instance
  }

  package func field(of instance: ModelInstance) -> Int { location(.field(instance: instance.identity)) }
  private func life(of instance: ModelInstance) -> Int { location(.life(instance: instance.identity)) }

  func location(_ name: TrialState.Name) -> Int { trial._withUnsafeGuaranteedRef { $0.location(name) } }
}

// MARK: - References

extension ModelCaller {
  /// Retains an instance. The memory orders are those of the native backend and of the Swift runtime.
  package func _retain(_ instance: ModelInstance, at site: SourceLine) {
    let before = perform(.add(life(of: instance), 1, .relaxed).relying(on: .anyLeft), .retain, at: site)
    if Int(bitPattern: before) <= 0 { note(.usedAfterDestroy) }
  }

  package func _release(_ instance: ModelInstance, at site: SourceLine) {
    let before = perform(
      .add(life(of: instance), UInt(bitPattern: -1), .acquireRelease).relying(on: .severalLeft), .release, at: site)
    if before == 1 { destroy(instance, at: site) }
  }

  /// Ends the lifetime of an instance. Its field keeps its value, so that a later read counts as a use after the end
  /// and not as a half-built instance.
  private func destroy(_ instance: ModelInstance, at site: SourceLine) {
    perform(Operation(.free, at: field(of: instance), order: .plain, value: 1), .destroy, at: site)
  }

  /// Returns whether the instance has no references left.
  func hasEnded(_ instance: ModelInstance) -> Bool {
    Int(bitPattern: perform(.load(life(of: instance), .acquire).relying(on: .anyLeft), .look)) <= 0
  }

  package func _retainIfAlive(_ instance: ModelInstance, at site: SourceLine) -> Bool {
    let before = perform(
      Operation(
        .readModifyWrite, at: life(of: instance), order: .acquire, failureOrder: .relaxed,
        update: .incrementIfPositive
      ).relying(on: .anyLeft), .weakRetain, at: site)
    return Int(bitPattern: before) > 0
  }
}

/// The meaning of an event, for a reader. It is stored as the tag of the event's operation.
package enum StepKind: UInt32, Sendable {
  case none
  case variable
  case atomicVariable
  case spinWait
  case lock, unlock
  case semaphoreWait, semaphoreSignal
  case onceLook, onceBegin, onceWait, onceEnd
  case readLock, readUnlock, writeLock, writeUnlock
  case lazyReferenceLoad, lazyReferenceStore
  /// The initializer's own code, which fills the field of the instance.
  case initialize
  /// A caller's read of the field of an instance that it has received.
  case look
  case retain, weakRetain, release
  /// The end of an instance's lifetime.
  case destroy
  /// A result that a thread keeps from one phase of a scenario to the next. It does not belong to the strategy's
  /// memory.
  case note
}

extension Operation {
  var stepKind: StepKind { StepKind(rawValue: tag) ?? .none }
}
