import SingletonCore
import SingletonStressEngine

/// The machine that the races run on.
enum Host {
  static let facts = HostInfo.ofThisMachine()
}
