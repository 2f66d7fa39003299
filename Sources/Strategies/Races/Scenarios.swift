import Outcomes

/// What each thread does, scenario by scenario, in the order of its phases.
extension Visit {
  @inline(__always)
  static func phases(of scenario: Scenario) -> [Race.Sweep] {
    switch scenario {
    case .firstAccess: [{ each($0, $1, $2) { $0.firstAccess() } }]
    case .mixedConstruction: [{ each($0, $1, $2) { $0.mixedConstruction() } }]
    case .copy: [{ each($0, $1, $2) { $0.copy() } }]
    case .subclass:
      [{ each($0, $1, $2) { $0.subclass(phase: 0) } }, { each($0, $1, $2) { $0.subclass(phase: 1) } }]
    case .reacquire: [{ each($0, $1, $2) { $0.reacquire() } }]
    case .teardown: [{ each($0, $1, $2) { $0.teardown() } }]
    case .lateUse:
      [
        { each($0, $1, $2) { $0.askAndHold(0) } }, { each($0, $1, $2) { $0.tearDownOnThread0() } },
        { each($0, $1, $2) { $0.useLate() } },
      ]
    case .reentrant: [{ each($0, $1, $2) { $0.reentrant() } }]
    case .overRelease:
      [
        { each($0, $1, $2) { $0.askAndHold(0) } }, { each($0, $1, $2) { $0.dropAll() } },
        { each($0, $1, $2) { $0.askAndHold(1) } },
      ]
    case .externalWrite: [{ each($0, $1, $2) { $0.externalWrite() } }]
    }
  }

  @inline(__always)
  private var isOnEvenThread: Bool { caller.index & 1 == 0 }

  @inline(__always)
  private func firstAccess() {
    access(0) { strategy.shared(caller) }
  }

  @inline(__always)
  private func mixedConstruction() {
    if isOnEvenThread {
      access(0) { strategy.shared(caller) }
    } else {
      access(0) { () throws(Refusal) in try strategy.construct(caller) }
    }
  }

  @inline(__always)
  private func copy() {
    guard let original = access(0, { strategy.shared(caller) }) else { return }
    access(1) { strategy.copy(original, caller) }
    if S.traits.contains(.mutableCopies) { access(2) { strategy.copy(original, caller) } }
  }

  /// In even cells all threads race; in odd ones the children's threads come first.
  @inline(__always)
  private func subclass(phase: Int) {
    let isLateParent = cell & 1 == 1 && isOnEvenThread
    guard isLateParent == (phase == 1) else { return }
    if isOnEvenThread {
      access(0, of: .parent) { strategy.shared(caller) }
    } else {
      access(0, of: .child) { () throws(Refusal) in try strategy.sharedByChild(caller) }
    }
  }

  @inline(__always)
  private func reacquire() {
    for number in 0..<4 {
      guard let instance = access(number, holding: true, { strategy.shared(caller) }) else { continue }
      caller.use(instance)
      strategy.release(instance, caller)
    }
  }

  /// Thread 0 lets go of what it has before it tears down: a teardown that keeps its own reference ends nothing.
  @inline(__always)
  private func teardown() {
    guard caller.index == 0 else {
      for number in 0..<4 { access(number, holding: true) { strategy.shared(caller) } }
      return
    }
    if let instance = access(0, holding: true, { strategy.shared(caller) }) { strategy.release(instance, caller) }
    strategy.tearDown(caller)
    access(1, holding: true) { strategy.shared(caller) }
  }

  @inline(__always)
  private func askAndHold(_ number: Int) {
    access(number, holding: true) { strategy.shared(caller) }
  }

  @inline(__always)
  private func tearDownOnThread0() {
    if caller.index == 0 { strategy.tearDown(caller) }
  }

  @inline(__always)
  private func useLate() {
    if caller.index != 0 { access(1, holding: true) { strategy.sharedByOldWork(caller) } }
  }

  /// Thread 0 releases once more than it retained.
  @inline(__always)
  private func dropAll() {
    guard let instance = held(0) else { return }
    strategy.release(instance, caller)
    if caller.index == 0 { strategy.release(instance, caller) }
  }

  @inline(__always)
  private func externalWrite() {
    for number in 0..<4 {
      if caller.index == 0 && number == 2 { strategy.overwrite(caller) }
      access(number, holding: true) { strategy.shared(caller) }
    }
  }

  /// What the access of an earlier phase returned: the serial says which thread's slab it lies in, and where.
  @inline(__always)
  private func held(_ number: Int) -> NativeInstance? {
    let serial = result(number) & ResultWord.serialBits
    return serial == 0 ? nil : field.instance(serial: serial)
  }
}

// MARK: - Re-entry

extension Visit {
  @inline(__always)
  private func reentrant() {
    if S.traits.contains(.prepares) {
      access(0) { strategy.shared(caller) }
    } else {
      whileArmed { access(0) { strategy.shared(caller) } }
    }
  }

  /// The first initialiser that this thread enters in the trial asks the accessor itself.
  private func whileArmed(_ body: () -> Void) {
    caller.state.pointee.errand = { [self] in access(1) { strategy.shared(caller) } }
    caller.state.pointee.extras.insert(.hasErrand)
    body()
    caller.state.pointee.extras.remove(.hasErrand)
    caller.state.pointee.errand = nil
  }

  @inline(__always)
  static func preparation(for scenario: Scenario) -> Race.Sweep {
    let isReentrant = scenario == .reentrant
    return { field, range, caller in
      each(field, range, caller) { visit in
        if isReentrant && S.traits.contains(.prepares) {
          visit.whileArmed { visit.strategy.prepare(caller) }
        } else {
          visit.strategy.prepare(caller)
        }
      }
    }
  }
}
