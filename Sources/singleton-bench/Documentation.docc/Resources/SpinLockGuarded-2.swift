import Core
package import StrategyKit

/// Idea: a spin lock around the whole accessor.
///
/// What can go wrong: a direct construction bypasses the lock.
///
/// What we expect: sound; more than one instance as soon as a caller constructs one.
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
