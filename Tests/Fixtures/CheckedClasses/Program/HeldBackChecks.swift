import CheckedClasses
import SingletonCheck

let heldBackChecks: [NamedCheck] = [
  ("nested-reader", nested([{ $0.readNested() }, { $0.write() }])),
  ("flat-reader", nested([{ $0.read() }, { $0.write() }])),
  ("nested-readers", nested([{ $0.readNested() }, { $0.readNested() }])),
  (
    "readers-of-two-queues",
    twoQueues([{ $0.readFirst() }, { $0.readSecond() }, { $0.writeFirst() }, { $0.writeSecond() }])
  ),
  ("writer-of-one-queue", twoQueues([{ $0.readFirst() }, { $0.readSecond() }, { $0.writeFirst() }])),
  ("reader-with-lock", locked([{ $0.countWhileReading() }, { $0.readWhileCounting() }, { $0.write() }])),
  ("reader-after-lock", locked([{ $0.countWhileReading() }, { $0.countAndRead() }, { $0.write() }])),
  ("reader-spins", locked([{ $0.spinWhileReading() }, { $0.announceWhileReading() }, { $0.write() }])),
  ("reader-spins-outside", locked([{ $0.spinWhileReading() }, { $0.announce() }, { $0.write() }])),
  ("nested-for-readers", readersLock(false) { $0.readNested() }),
  ("nested-for-writers", readersLock(true) { $0.readNested() }),
  ("flat-for-writers", readersLock(true) { $0.read() }),
]

private func nested(_ roles: [(borrowing NestedReaders) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { NestedReaders() }, roles: roles) { _, values in !values.contains(0) } }
}

private func twoQueues(_ roles: [(borrowing TwoQueuesRead) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { TwoQueuesRead() }, roles: roles) { _, values in values[0] <= 2 } }
}

private func locked(_ roles: [(borrowing ReadsUnderLock) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { ReadsUnderLock() }, roles: roles) { _, values in values[0] <= 2 } }
}

private func readersLock(_ holdsBack: Bool, _ read: @escaping (borrowing NestedReadersLock) -> Int) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { NestedReadersLock(holdsBackReaders: holdsBack) }, roles: read, { $0.write() },
      expecting: { _, values in values[0] <= 2 })
  }
}
