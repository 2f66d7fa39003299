/// The origin of instances, values and primitives, by which they are named.
enum Maker: Hashable {
  /// A modeled thread.
  case thread(Int)
  /// The closure that makes the owner. Each thread runs it and gets an owner of its own, but all of them have the same
  /// primitives, so what it makes has one name in all threads.
  case owner
  /// What exists outside of the check, such as a global.
  case outside

  /// A number below 256.
  var code: Int {
    switch self {
    case .thread(let index): index
    case .owner: 255
    case .outside: 254
    }
  }
}
