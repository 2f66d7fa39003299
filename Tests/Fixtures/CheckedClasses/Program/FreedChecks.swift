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
]

private func growing(_ roles: [(borrowing Growing) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { Growing() }, roles: roles, expecting: { $1.allSatisfy { $0 == 7 } }) }
}

private func closable(_ role: @escaping (borrowing Closable) -> Int) -> Check {
  { try check(threads: $0, under: $1, fresh: { Closable() }, roles: role, expecting: { _, _ in true }) }
}

private func replacing(_ roles: [(borrowing Replacing) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { Replacing() }, roles: roles, expecting: { $1.allSatisfy { $0 == 1 } }) }
}
