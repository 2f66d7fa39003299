import Core

/// Idea: a spin lock round the whole accessor.
///
/// What can go wrong: construction goes past the lock.
///
/// What we expect: sound; more than one instance as soon as somebody constructs.
///
/// Source: the simplest lock there is.
package struct SpinLockGuarded<B: Backend>: Strategy {
  private let flag: B.AtomicMemory
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    flag = cell.atomicMemory()
    instance = cell.variable()
  }
}
