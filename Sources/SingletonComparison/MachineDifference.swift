import SingletonCore
import SingletonTextFormats

extension MachineSpeed {
  /// The factor by which a dependent load may differ between comparable runs.
  private static let tolerance = 1.25

  /// Returns why times cannot be compared with those of a machine with the other speed, or `nil` if they can be.
  ///
  /// The way of a cache line says nothing here: on a host that moves virtual cores between real ones, it changes between
  /// one run and the next by a factor of five.
  func difference(to other: MachineSpeed) -> String? {
    guard let old = dependentLoad, let new = other.dependentLoad, old > 0, new > 0,
      max(old / new, new / old) > Self.tolerance
    else { return nil }
    return "the machine was in another state: a dependent load took \(HumanFormat.short(old)) ns, now"
      + " \(HumanFormat.short(new))"
  }
}
