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
        { each($0, $1, $2) { $0.askAndHold(0) } }, { each($0, $1, $2) { $0.tearDownAsCulprit() } },
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

  /// This thread does in this cell what the others do not expect: tears down, releases once too often, writes nil.
  @inline(__always)
  private var isCulprit: Bool { caller.index == RaceShape.culprit(ofCell: cell, callers: callers) }

  @inline(__always)
  private mutating func firstAccess() {
    access(0) { $0.shared($1) }
  }

  @inline(__always)
  private mutating func mixedConstruction() {
    if isOnEvenThread {
      access(0) { $0.shared($1) }
    } else {
      access(0) { (strategy, caller) throws(Refusal) in try strategy.construct(caller) }
    }
  }

  @inline(__always)
  private mutating func copy() {
    guard let original = access(0, { $0.shared($1) }) else { return }
    access(1) { $0.copy(original, $1) }
    if S.traits.contains(.mutableCopies) { access(2) { $0.copy(original, $1) } }
  }

  /// In even cells all threads race; in odd ones the children's threads come first.
  @inline(__always)
  private mutating func subclass(phase: Int) {
    let isLateParent = cell & 1 == 1 && isOnEvenThread
    guard isLateParent == (phase == 1) else { return }
    if isOnEvenThread {
      access(0, of: .parent) { $0.shared($1) }
    } else {
      access(0, of: .child) { (strategy, caller) throws(Refusal) in try strategy.sharedByChild(caller) }
    }
  }

  @inline(__always)
  private mutating func reacquire() {
    for number in 0..<4 {
      guard let instance = access(number, holding: true, { $0.shared($1) }) else { continue }
      caller.use(instance)
      strategy.release(instance, caller)
    }
  }

  /// The culprit lets go of what it has before it tears down: a teardown that keeps its own reference ends nothing.
  @inline(__always)
  private mutating func teardown() {
    guard isCulprit else {
      for number in 0..<4 { access(number, holding: true) { $0.shared($1) } }
      return
    }
    if let instance = access(0, holding: true, { $0.shared($1) }) { strategy.release(instance, caller) }
    act { $0.tearDown($1) }
    access(1, holding: true) { $0.shared($1) }
  }

  @inline(__always)
  private mutating func askAndHold(_ number: Int) {
    access(number, holding: true) { $0.shared($1) }
  }

  @inline(__always)
  private mutating func tearDownAsCulprit() {
    if isCulprit { act { $0.tearDown($1) } }
  }

  @inline(__always)
  private mutating func useLate() {
    if !isCulprit { access(1, holding: true) { $0.sharedByOldWork($1) } }
  }

  /// The culprit releases once more than it retained.
  @inline(__always)
  private func dropAll() {
    guard let instance = noted(0) else { return }
    strategy.release(instance, caller)
    if isCulprit { strategy.release(instance, caller) }
  }

  @inline(__always)
  private mutating func externalWrite() {
    for number in 0..<4 {
      if isCulprit && number == 2 { act { $0.overwrite($1) } }
      access(number, holding: true) { $0.shared($1) }
    }
  }
}

// MARK: - Re-entry

extension Visit {
  @inline(__always)
  private mutating func reentrant() {
    if S.traits.contains(.prepares) {
      access(0) { $0.shared($1) }
    } else {
      whileArmed { $0.access(0) { $0.shared($1) } }
    }
  }

  /// The first initialiser that this thread enters in the trial asks the accessor itself.
  private mutating func whileArmed(_ body: (inout Visit) -> Void) {
    caller.state.pointee.errand = { [self] in
      var nested = self
      nested.access(1) { $0.shared($1) }
    }
    caller.state.pointee.extras.insert(.hasErrand)
    body(&self)
    caller.state.pointee.extras.remove(.hasErrand)
    caller.state.pointee.errand = nil
  }

  @inline(__always)
  static func preparation(for scenario: Scenario) -> Race.Sweep {
    let isReentrant = scenario == .reentrant
    return { field, range, caller in
      each(field, range, caller) { visit in
        if isReentrant && S.traits.contains(.prepares) {
          visit.whileArmed { $0.act { $0.prepare($1) } }
        } else {
          visit.act { $0.prepare($1) }
        }
      }
    }
  }
}
