import SingletonPlatform

/// A request for work with a configuration.
///
/// Its bytes are the number of the bytes that follow, and then the arguments of the configuration, each with a zero at its
/// end.
struct ChildRequest {
  let configuration: ChildConfiguration
  private let bytes: [UInt8]

  init(_ configuration: ChildConfiguration) {
    self.configuration = configuration
    let arguments = configuration.arguments.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0] }
    bytes = withUnsafeBytes(of: arguments.count) { [UInt8]($0) } + arguments
  }

  /// Sends the request. If nobody reads requests any more, nothing happens.
  func send(to descriptor: Int32) { _ = write(descriptor, bytes, bytes.count) }
}

// MARK: - In the child

extension ChildRequest {
  /// Waits for the next request, and returns its arguments, or `nil` if there are no more requests.
  static func next(at descriptor: Int32) -> [UInt8]? {
    var count = 0
    guard withUnsafeMutableBytes(of: &count, { fill($0, from: descriptor) }), count > 0 else { return nil }
    var arguments = [UInt8](repeating: 0, count: count)
    return arguments.withUnsafeMutableBytes({ fill($0, from: descriptor) }) ? arguments : nil
  }

  static func configuration(of arguments: [UInt8]) -> ChildConfiguration? {
    let parts = arguments.dropLast().split(separator: 0, omittingEmptySubsequences: false)
    return ChildConfiguration(arguments: parts.map { String(decoding: $0, as: UTF8.self) })
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
