import CheckedClasses
import SingletonCheck

let freedChecks: [NamedCheck] = [
  ("freed", growing([{ $0.first() }, { $0.grow() }])),
  ("freed-later", growing([{ $0.firstUnderLock() }, { $0.grow() }])),
  ("freed-in-place", growing([{ $0.firstUnderLock() }, { $0.growInPlace() }])),
  ("freed-before-read-in-place", growing([{ $0.first() }, { $0.growInPlace() }])),
  ("freed-by-itself", growing([{ $0.growAndRead() }, { _ in 7 }])),
  ("freed-twice", closable { $0.close() }), ("freed-once", closable { $0.closeOnce() }),
  ("freed-at-end", replacing([{ $0.read() }, { $0.replace() }])),
  ("freed-at-end-too-early", replacing([{ $0.readWithoutOwner() }, { $0.replace() }])),
  ("text-freed", any(Texts.init, [{ $0.length() }, { $0.close() }])),
  ("text-freed-under-lock", any(Texts.init, [{ $0.lengthUnderLock() }, { $0.close() }])),
  ("text-owned", any(Texts.init, [{ $0.lengthOfOwned() }, { $0.letGo() }])),
  ("text-not-owned", any(Texts.init, [{ $0.lengthWithoutOwner() }, { $0.letGo() }])),
  ("text-freed-first", any(Texts.init, [{ $0.lengthOfOwn(freesFirst: true) }])),
  ("text-freed-last", any(Texts.init, [{ $0.lengthOfOwn(freesFirst: false) }])),
  ("released-too-often", any(OwnObjects.init, [{ $0.release(balances: false) }])),
  ("released-as-retained", any(OwnObjects.init, [{ $0.release(balances: true) }])),
  ("unmanaged", any(OwnObjects.init, [{ $0.unmanaged() }])),
  ("unmanaged-kept", any(OwnObjects.init, [{ $0.unmanagedKept() }])),
  ("unowned-unsafe", any(OwnObjects.init, [{ $0.unowned() }])),
  ("pointer-to-ended", any(OwnObjects.init, [{ $0.pointer() }])),
  ("pointer-within", any(OwnObjects.init, [{ $0.pointerWithin() }])),
  ("lock-freed-last", any(FreedLocks.init, [{ $0.leave() }])),
  ("lock-freed-too-early", any(FreedLocks.init, [{ $0.leaveTooEarly() }])),
  ("lock-freed-alone", any(FreedLocks.init, [{ $0.holdFreed() }])),
  ("readers-lock-freed", any(FreedLocks.init, [{ $0.free() }, { $0.read() }])),
  ("nested-end", any(Nests.init, [{ $0.use() }, { $0.letGo() }])),
]

private func any<Owner>(_ fresh: @escaping () -> Owner, _ roles: [(borrowing Owner) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: fresh, roles: roles, expecting: { _, _ in true }) }
}

private func growing(_ roles: [(borrowing Growing) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { Growing() }, roles: roles, expecting: { $1.allSatisfy { $0 == 7 } }) }
}

private func closable(_ role: @escaping (borrowing Closable) -> Int) -> Check {
  { try check(threads: $0, under: $1, fresh: { Closable() }, roles: role, expecting: { _, _ in true }) }
}

private func replacing(_ roles: [(borrowing Replacing) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { Replacing() }, roles: roles, expecting: { $1.allSatisfy { $0 == 1 } }) }
}
