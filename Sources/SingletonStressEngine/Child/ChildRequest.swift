import SingletonPlatform

/// A request for work with a configuration: the number of its bytes, followed by the arguments of the configuration, each
/// with a zero at its end.
enum ChildRequest {
  /// Requests work. If nobody reads requests any more, nothing happens.
  static func send(_ configuration: ChildConfiguration, to descriptor: Int32) {
    let arguments = configuration.arguments.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0] }
    let count = withUnsafeBytes(of: arguments.count) { [UInt8]($0) }
    _ = write(descriptor, count + arguments, count.count + arguments.count)
  }

  /// Waits for the next request, and returns its arguments, or `nil` if there are no more requests.
  static func next(at descriptor: Int32) -> [UInt8]? {
    var count = 0
    guard withUnsafeMutableBytes(of: &count, { fill($0, from: descriptor) }), count > 0 else { return nil }
    var arguments = [UInt8](repeating: 0, count: count)
    return arguments.withUnsafeMutableBytes({ fill($0, from: descriptor) }) ? arguments : nil
  }

  static func configuration(of request: [UInt8]) -> ChildConfiguration? {
    ChildConfiguration(
      arguments: request.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      })
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Bool {
    var filled = 0
    while filled < buffer.count {
      let count = read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
      guard count > 0 else { return false }
      filled += count
    }
    return true
  }
}
