import Outcomes

/// Idea: a spin lock round the whole accessor.
///
/// What can go wrong: construction goes past the lock.
///
/// What we expect: sound; more than one instance as soon as somebody constructs.
///
/// Source: the simplest lock there is.
package struct SpinLockGuarded<W: World>: Strategy {
  private let flag: W.AtomicMemory
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    flag = cell.atomicMemory()
    instance = cell.variable()
  }
}
