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

  /// The highest version in the list below that the compiler satisfies. Swift does not expose its version at run time.
  /// A release between two listed versions is reported as the lower one, so every release that builds this program
  /// should be listed.
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

  /// Whether the same code executes different numbers of instructions in different processes: in a debug build, generic
  /// code looks up types in tables by their addresses, which differ unless the system fixes them.
  package static var movesTypes: Bool { configuration == "debug" && !cp_has_fixed_addresses() }

  /// A hash of everything besides the program's source that decides how many instructions are executed: the build, the
  /// builds of the loaded libraries, and the processor's features, by which libraries choose between variants of their
  /// functions.
  package static var countsFingerprint: String {
    Digest.hexadecimal(of: [
      SystemProbe().architecture, swiftVersion, configuration, SystemProbe.sanitizer, String(cp_library_builds()),
      String(cp_processor_features()),
    ])
  }
}
