import SingletonPlatform

/// A call of the runtime's function that runs the initializer of a static constant once.
///
/// Its caller has the addresses of the constant's token and of the initializer in its code. So the call says which constant it is
/// for, although a release build has merged the functions around it.
struct OnceCall {
  /// The whole name of the constant, without its type.
  let constant: String
  /// The code of the initializer.
  let initializer: Range<UInt>

  /// Finds the call before an address, or returns `nil` if there is none, or one of another function.
  init?(before address: UInt) {
    // What has a name is in a file that this process has loaded.
    guard address > 0, FunctionName.whole(at: address - 1) != nil,
      let start = CallSite.secondArgument(before: address), let symbol = FunctionName.symbol(at: start),
      symbol.hasSuffix("_WZ"),
      let name = FunctionName.whole(at: start), let end = name.firstRange(of: ".unsafeMutableAddressor :")?.lowerBound
    else { return nil }
    constant = String(name[..<end])
    initializer = FunctionName.code(of: symbol, near: start) ?? start..<start + 1
  }
}
