/// Calls in the code under test that tell a check when an instance is built. Outside of a check, they do nothing.
///
/// A check that lets buildings fail needs them, and so does one that counts buildings.
public enum Building {
  /// The error of a building that a check lets fail.
  public struct Failure: Error, Sendable {}

  /// Counts a building; call it in the first line of `init`.
  public static func begins() { Scheduler.active?.beginBuilding() }

  /// Counts a building, which the check may let fail; call it where the code under test may throw.
  ///
  /// - Throws: A ``Failure`` if this building fails.
  public static func beginsOrFails() throws {
    if Scheduler.active?.beginBuildingOrFail() == true { throw Failure() }
  }
}

/// The buildings that a check lets fail.
public enum Failures: String, Sendable {
  /// None.
  case never
  /// The first of each schedule.
  case first
  /// Each may fail or succeed.
  case any
}
