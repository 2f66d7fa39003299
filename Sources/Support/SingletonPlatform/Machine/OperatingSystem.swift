/// The operating systems that the program distinguishes, because their primitives make strategies behave differently.
package enum OperatingSystem: String, CaseIterable, Sendable {
  /// Linux with the GNU C library.
  case linux = "Linux"
  /// Linux with musl, as in the static Linux SDK.
  case musl = "Linux with musl"
  /// macOS and Apple's other systems.
  case apple = "Apple's systems"

  package static var current: OperatingSystem {
    #if canImport(Darwin)
      .apple
    #elseif canImport(Musl)
      .musl
    #else
      .linux
    #endif
  }
}

package enum ProcessorArchitecture {
  /// Whether other cores see the stores of one core in program order.
  package static var ordersStores: Bool {
    #if arch(x86_64) || arch(i386)
      true
    #else
      false
    #endif
  }
}
