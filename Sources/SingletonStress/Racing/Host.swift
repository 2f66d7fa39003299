import Core
import StressEngine

/// The machine that the races run on.
enum Host {
  static let facts = HostInfo.ofThisMachine()
}
