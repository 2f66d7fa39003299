import CheckedClasses
import SingletonCheck

let existentialChecks: [NamedCheck] =
  [
    ("routed", endpoint(.router) { $0.routed }), ("routed-unguarded", endpoint(.router) { $0.routedUnguarded }),
    ("route", shared(.local) { $0.routed.endpoint }), ("slot", shared(.local) { $0.inSlot }),
    ("any", shared(.local) { $0.object }),
    ("current", current(setting: { CurrentEndpoint.setGuarded(Router()) }) { CurrentEndpoint.portGuarded }),
    ("current-unguarded", current(setting: { CurrentEndpoint.setGuarded(Router()) }) { CurrentEndpoint.port }),
    ("current-read", current(setting: { _ = CurrentEndpoint.port }) { CurrentEndpoint.port }),
    ("leaving", leaving { $0.port }), ("leaving-look", leaving { $0.isMade ? 1 : 0 }),
  ] + [EndpointKind.local, .remote, .router].flatMap(checks(of:))

private func checks(of kind: EndpointKind) -> [NamedCheck] {
  [
    ("\(kind)", endpoint(kind) { $0.endpoint }), ("\(kind)-unguarded", shared(kind) { $0.unguarded }),
    ("\(kind)-double-checked", shared(kind) { $0.doubleChecked }),
    ("\(kind)-replaced", changing(kind, { $0.replace() }) { $0.port }),
    ("\(kind)-removed", changing(kind, { $0.remove() }) { $0.port }),
    ("\(kind)-look", changing(kind, { $0.replace() }) { $0.isMade ? 1 : 0 }),
    ("\(kind)-always", changing(kind, { $0.replaceAlways() }) { $0.alwaysPort }),
    ("\(kind)-copied", changing(kind, { $0.copyAlways() }) { $0.port }),
    ("\(kind)-copied-unguarded", changing(kind, { $0.copyAlways() }) { $0.portUnguarded }),
  ]
}

private func endpoint(
  _ kind: EndpointKind, _ access: @escaping (borrowing KeepsEndpoint) -> any Endpoint
) -> Check {
  { try check(threads: $0, under: $1, fresh: { KeepsEndpoint(kind) }, access: access) }
}

private func shared(_ kind: EndpointKind, _ access: @escaping (borrowing SharesEndpoint) -> Any) -> Check {
  { try check(threads: $0, under: $1, fresh: { SharesEndpoint(kind) }, access: access) }
}

/// One thread does something, and the others read.
private func changing(
  _ kind: EndpointKind, _ change: @escaping (borrowing SharesEndpoint) -> Void,
  _ read: @escaping (borrowing SharesEndpoint) -> Int
) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { SharesEndpoint(kind, isMade: true) },
      roles: { owner in
        change(owner)
        return 0
      }, read, expecting: { _, _ in true })
  }
}

private func current(setting: @escaping () -> Void, _ read: @escaping () -> Int) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: {},
      roles: { _ in
        setting()
        return 0
      }, { _ in read() }, expecting: { _, _ in true })
  }
}

private func leaving(_ read: @escaping (borrowing ReplacesLeaving) -> Int) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { ReplacesLeaving() },
      roles: { owner in
        owner.replace()
        return 0
      }, read, expecting: { _, _ in true })
  }
}
