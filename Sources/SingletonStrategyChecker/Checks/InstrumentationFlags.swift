/// The flags with which the target of a class is compiled, so that a check sees what the class does.
package enum InstrumentationFlags {
  /// The flags as arguments of the compiler.
  package static let arguments = [
    "-sanitize=thread", "-disable-cmo", "-Xllvm", "-tsan-instrument-read-before-write=true", "-Xllvm",
    "-force-attribute=sanitize_thread",
  ]

  /// The settings of a target in Package.swift, and what a program with that target needs, for a message.
  package static let advice = """
    \(manifestSettings())
    A program that links the target, or is the target, then needs the product SingletonCheck as a dependency, too.
    """

  /// Returns the settings of a target in Package.swift.
  ///
  /// - Parameter indentation: The spaces before each line.
  package static func manifestSettings(indentedBy indentation: Int = 0) -> String {
    let list = arguments.map { "\"\($0)\"" }
    let lines = """
      swiftSettings: [
        .unsafeFlags(
          [
            \(list[..<4].joined(separator: ", ")),
            \(list[4...].joined(separator: ", ")),
          ], .when(platforms: [.linux]))
      ]
      """
    let space = String(repeating: " ", count: indentation)
    return lines.split(separator: "\n").map { space + $0 }.joined(separator: "\n")
  }
}
