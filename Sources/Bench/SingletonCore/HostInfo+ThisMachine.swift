import SingletonPlatform

extension HostInfo {
  /// The properties of the system and the build that this process's measurements depend on.
  package static func ofThisMachine() -> HostInfo {
    let probe = SystemProbe()
    var host = HostInfo(
      os: probe.system, arch: probe.architecture, cpuModel: probe.cpuModel, cpuVersion: probe.cpuVersion,
      caches: probe.caches, topology: probe.coreKinds, cores: probe.cores, virtualization: probe.virtualization,
      governor: probe.governor ?? "", swiftVersion: ThisBuild.swiftVersion, build: ThisBuild.configuration,
      sanitizer: SystemProbe.sanitizer)
    host.cLibrary = SystemProbe.cLibrary
    host.countsFingerprint = ThisBuild.countsFingerprint
    return host
  }
}
