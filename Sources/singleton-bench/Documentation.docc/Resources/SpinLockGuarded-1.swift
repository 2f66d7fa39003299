import Core

/// Idea: a spin lock round the whole accessor.
///
/// What can go wrong: construction goes past the lock.
///
/// What we expect: sound; more than one instance as soon as somebody constructs.
///
/// Source: the simplest lock there is.
package struct SpinLockGuarded<B: Backend>: Strategy {
}
