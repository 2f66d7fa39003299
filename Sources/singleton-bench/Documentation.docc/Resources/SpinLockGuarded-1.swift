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
}
