/// The flags with which a class's target is compiled.
package enum InstrumentationFlags {
  /// The flags as arguments of the compiler.
  package static let arguments = [
    "-sanitize=thread", "-disable-cmo", "-Xllvm", "-tsan-instrument-read-before-write=true", "-Xllvm",
    "-force-attribute=sanitize_thread",
  ]

  /// The line of a target in Package.swift.
  package static var manifestLine: String {
    let list = arguments.map { "\"\($0)\"" }.joined(separator: ", ")
    return "swiftSettings: [.unsafeFlags([\(list)])]"
  }
}
