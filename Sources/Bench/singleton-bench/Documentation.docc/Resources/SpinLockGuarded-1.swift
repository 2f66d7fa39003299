package import SingletonStrategyKit

/// Idea: A spin lock guards the whole accessor.
///
/// What can go wrong: A direct construction bypasses the lock.
///
/// What we expect: The accessor is sound. A caller that constructs gets a second instance.
///
/// Source: This is the simplest lock there is.
package struct SpinLockGuarded<B: Backend>: Strategy {
}
