import Outcomes
package import Strategies

/// A modelled thread of a trial.
package struct ModelCaller: CallingThread, @unchecked Sendable {
  // Everything runs on the one thread that explores.
  let record: UnsafeMutablePointer<CallerRecord>
  let trial: Unmanaged<TrialState>

  package var index: Int { record.pointee.index }

  /// Does an operation, and counts its events.
  @discardableResult
  func perform(_ operation: Operation) -> UInt {
    let found = record.pointee.thread.perform(operation)
    record.pointee.events += operation.updated(found) == nil ? 1 : 2
    return found
  }

  func note(_ observation: Observation) { record.pointee.note(observation) }

  package func fail(_ message: StaticString) -> Never { record.pointee.thread.fail(FailureCode.assertion.rawValue) }

  func fail(_ code: FailureCode) -> Never { record.pointee.thread.fail(code.rawValue) }

  package func `class`(of instance: ModelInstance) -> InstanceClass { instance.class }
}

/// Why a modelled thread stopped the process.
package enum FailureCode: UInt, Sendable {
  case assertion
  /// A primitive was asked again by the thread that holds it, and traps.
  case reentry
}

// MARK: - The two steps of an instance's life

extension ModelCaller {
  /// No event: its memory is nobody's but the maker's.
  package func allocate(_ class: InstanceClass, at site: Site) -> ModelInstance {
    let ordinal = record.pointee.made
    record.pointee.made += 1
    return ModelInstance(thread: record.pointee.thread.number, ordinal: ordinal, class: `class`)
  }

  package func initialise(_ instance: ModelInstance, at site: Site) {
    if record.pointee.isInsideInitialiser { note(.nestedInits) }
    if record.pointee.isArmed {
      record.pointee.isArmed = false
      record.pointee.isInsideInitialiser = true
      trial._withUnsafeGuaranteedRef { $0.errand(self) }
      record.pointee.isInsideInitialiser = false
    }
    perform(.store(field(of: instance), 1, .plain, site: site, tag: StepMeaning.initialise.rawValue))
  }

  package func make(_ class: InstanceClass, at site: Site) -> ModelInstance {
    let instance = allocate(`class`, at: site)
    initialise(instance, at: site)
    return instance
  }

  func field(of instance: ModelInstance) -> Int { location(.field(instance: instance.word)) }
  private func life(of instance: ModelInstance) -> Int { location(.life(instance: instance.word)) }

  func location(_ name: TrialMemory.Name) -> Int { trial._withUnsafeGuaranteedRef { $0.memory.location(name) } }
}

// MARK: - References

extension ModelCaller {
  /// The orders are the native world's, and Swift's own.
  package func retain(_ instance: ModelInstance, at site: Site) {
    let before = perform(.add(life(of: instance), 1, .relaxed, site: site, tag: StepMeaning.retain.rawValue))
    if Int(bitPattern: before) <= 0 { note(.usedAfterDestroy) }
  }

  package func release(_ instance: ModelInstance, at site: Site) {
    let before = perform(
      .add(life(of: instance), UInt(bitPattern: -1), .acquireRelease, site: site, tag: StepMeaning.release.rawValue))
    if before == 1 { destroy(instance, at: site) }
  }

  /// The field keeps what it holds: who reads it afterwards uses what is gone, and not what is half-built.
  private func destroy(_ instance: ModelInstance, at site: Site) {
    var end = Operation.free(field(of: instance), site: site, tag: StepMeaning.destroy.rawValue)
    end.value = 1
    perform(end)
  }

  package func retainIfAlive(_ instance: ModelInstance, at site: Site) -> Bool {
    let before = perform(
      Operation(
        .readModifyWrite, at: life(of: instance), order: .acquire, failureOrder: .relaxed,
        update: .incrementIfPositive, site: site, tag: StepMeaning.weakRetain.rawValue))
    return Int(bitPattern: before) > 0
  }
}
