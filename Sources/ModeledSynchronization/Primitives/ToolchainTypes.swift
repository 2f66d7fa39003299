// All types that this module does not declare come from the toolchain, such as the memory orderings and `DispatchTime`.
// The module's declarations take precedence over the exported ones if they have the same signature.

@_exported public import Dispatch
import SingletonMemoryModels
@_exported public import Synchronization

extension MemoryOrder {
  init(_ ordering: AtomicLoadOrdering) {
    self = ordering == .relaxed ? .relaxed : ordering == .acquiring ? .acquire : .sequentiallyConsistent
  }

  init(_ ordering: AtomicStoreOrdering) {
    self = ordering == .relaxed ? .relaxed : ordering == .releasing ? .release : .sequentiallyConsistent
  }

  init(_ ordering: AtomicUpdateOrdering) {
    self =
      switch ordering {
      case .relaxed: .relaxed
      case .acquiring: .acquire
      case .releasing: .release
      case .acquiringAndReleasing: .acquireRelease
      default: .sequentiallyConsistent
      }
  }
}

extension AtomicUpdateOrdering {
  /// The ordering of a failed compare-exchange, as the toolchain derives it from this ordering of a successful one.
  var ofFailure: AtomicLoadOrdering {
    switch self {
    case .relaxed, .releasing: .relaxed
    case .acquiring, .acquiringAndReleasing: .acquiring
    default: .sequentiallyConsistent
    }
  }
}
