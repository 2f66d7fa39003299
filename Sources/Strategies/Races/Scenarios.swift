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
}

// MARK: - Re-entry

extension Visit {
  /// The first initialiser that this thread enters in the trial asks the accessor itself.
  mutating func whileArmed(_ body: (inout Visit) -> Void) {
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
    { field, range, caller in
      each(field, range, caller) { $0.prepare(scenario) }
    }
  }
}
