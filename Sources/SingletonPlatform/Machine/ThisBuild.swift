import CSingletonPlatform

/// The compiler and the settings that this program was built with.
package enum ThisBuild {
  /// `debug` or `release`.
  package static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// The newest listed version that the compiler satisfies. Swift does not expose its version at run time. A release
  /// between two entries is reported as the lower one, so every release used for builds needs an entry.
  package static var swiftVersion: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3.3)
      "6.3.3"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2.3)
      "6.2.3"
    #elseif compiler(>=6.2.1)
      "6.2.1"
    #else
      "6.2"
    #endif
  }

  /// Whether counts of instructions differ from process to process: unspecialized generics look up types in tables by their
  /// addresses.
  package static var movesTypes: Bool { configuration == "debug" && !cp_has_fixed_addresses() }

  /// A hash of everything that counts of instructions depend on besides the program's source: its build, the builds of the
  /// libraries that are loaded, and the processor's features, by which a library chooses among variants of a function.
  package static var countsFingerprint: String {
    Digest.hexadecimal(of: [
      SystemProbe().architecture, swiftVersion, configuration, SystemProbe.sanitizer, String(cp_library_builds()),
      String(cp_processor_features()),
    ])
  }
}
