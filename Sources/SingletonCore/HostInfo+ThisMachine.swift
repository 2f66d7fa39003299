import SingletonPlatform

extension HostInfo {
  /// The properties of the system and the build that this process's measurements depend on.
  package static func ofThisMachine() -> HostInfo {
    let probe = SystemProbe()
    var host = HostInfo(
      os: probe.system, arch: probe.architecture, cpuModel: probe.cpuModel, cpuVersion: probe.cpuVersion,
      caches: probe.caches, topology: probe.coreKinds, cores: probe.cores, virtualization: probe.virtualization,
      governor: probe.governor ?? "", swiftVersion: swiftVersion, build: build, sanitizer: SystemProbe.sanitizer)
    host.cLibrary = SystemProbe.cLibrary
    host.countsFingerprint = Digest.hexadecimal(of: [
      host.arch, host.swiftVersion, host.build, host.sanitizer, host.cLibrary, probe.processorFeatures,
    ])
    return host
  }
}

// MARK: - The build

extension HostInfo {
  private static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// The newest listed version that the compiler satisfies. Swift does not expose its version at run time. A release
  /// between two entries is reported as the lower one, so every release used for builds needs an entry.
  private static var swiftVersion: String {
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
}
