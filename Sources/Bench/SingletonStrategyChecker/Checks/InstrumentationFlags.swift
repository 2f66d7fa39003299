/// The flags with which the target of a class is compiled, so that a check sees what the class does.
package enum InstrumentationFlags {
  /// The flags as arguments of the compiler. Its driver would refuse the first one beside another sanitizer, where a check says
  /// why it decides nothing.
  package static let arguments = [
    "-Xfrontend", "-sanitize=thread", "-disable-cmo", "-Xllvm", "-tsan-instrument-read-before-write=true", "-Xllvm",
    "-force-attribute=sanitize_thread",
  ]

  /// The flags of C and C++ as arguments of the compiler. Lines of drawings need the last one.
  package static let argumentsOfC = [
    "-Xclang", "-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write=true", "-fno-omit-frame-pointer",
  ]

  /// The settings of a target in C or C++ in Package.swift.
  package static var manifestSettingsOfC: String {
    let list = argumentsOfC.map { "\"\($0)\"" }.joined(separator: ", ")
    return ["cSettings", "cxxSettings"].map {
      "\($0): [\n  .unsafeFlags(\n    [\(list)],\n    .when(platforms: [.linux]))\n]"
    }.joined(separator: ",\n")
  }

  /// Returns the settings of a target in Package.swift, and what a program with that target needs, for a message.
  package static func advice(_ settings: String = manifestSettings()) -> String {
    """
    \(settings)
    A program that links the target, or is the target, then needs the product SingletonCheck as a dependency, too.
    """
  }

  /// Returns the settings of a target in Package.swift.
  ///
  /// - Parameters:
  ///   - name: What they are in the manifest: an argument of the target, or a variable.
  ///   - indentation: The spaces before each line.
  package static func manifestSettings(
    _ name: String = "swiftSettings:", indentedBy indentation: Int = 0
  ) -> String {
    let list = arguments.map { "\"\($0)\"" }
    let lines = """
      \(name) [
        .unsafeFlags(
          [
            \(list[..<3].joined(separator: ", ")),
            \(list[3...].joined(separator: ", ")),
          ], .when(platforms: [.linux]))
      ]
      """
    let space = String(repeating: " ", count: indentation)
    return lines.split(separator: "\n").map { space + $0 }.joined(separator: "\n")
  }
}
