import CheckedClasses
import SingletonCheck

let targetChecks: [NamedCheck] = [
  ("serial-target", onTarget(true, [{ $0.nextOnFirst() }, { $0.nextOnSecond() }, { $0.nextAmongReaders() }])),
  ("target-itself", onTarget(true, [{ $0.nextOnFirst() }, { $0.nextOnTarget() }])),
  ("concurrent-target", onTarget(false, [{ $0.nextOnFirst() }, { $0.nextOnSecond() }])),
  ("one-of-concurrent-target", onTarget(false, [{ $0.nextOnFirst() }, { $0.nextOnFirst() }])),
  ("barrier-of-target", onTarget(false, [{ $0.nextOnFirst() }, { $0.nextBehindBarrier() }])),
  ("two-on-one-target", onTarget(true, [{ $0.nextOnBoth() }, { $0.nextOnTarget() }])),
]

private func onTarget(_ isSerial: Bool, _ roles: [(borrowing SharesTarget) -> Int]) -> Check {
  {
    try check(threads: $0, under: $1, fresh: { SharesTarget(isSerial: isSerial) }, roles: roles) { _, values in
      Set(values) == Set(1...values.count)
    }
  }
}
