import Foundation
import SingletonCheck
import Synchronization

/// What a proof assumes, and says so: a broken form of these may be proved, which the letter U states.
func addAssumptions(to forms: inout Forms) {
  // A weak compare-exchange that fails in vain.
  forms.add("U_weakOnce", fresh: { Weakly() }, roles: { $0.claim() }, { 0 * $0.look() }) { _, v in v[0] == 1 }
  forms.add("S_weakLoop", fresh: { Weakly() }, roles: { $0.claimInLoop() }, { 0 * $0.look() }) { _, v in v[0] == 1 }
}

private final class Weakly: @unchecked Sendable {
  let slot = Atomic(0)
  func look() -> Int { slot.load(ordering: .relaxed) }
  func claim() -> Int {
    slot.weakCompareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged ? 1 : 0
  }
  func claimInLoop() -> Int {
    while true {
      let (isDone, found) = slot.weakCompareExchange(expected: 0, desired: 1, ordering: .relaxed)
      if isDone { return 1 }
      if found != 0 { return 0 }
    }
  }
}
