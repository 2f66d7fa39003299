import SingletonPlatform

/// The machine and the build of a run.
///
/// A string is empty if it is unknown.
package struct HostInfo: Sendable {
  /// The operating system and its version. It is not part of the fingerprint, because a system update must not make a
  /// baseline useless.
  package var os = ""
  package var arch = ""
  package var cpuModel = ""
  /// The processor's family, model and stepping, which distinguish processors of the same name.
  package var cpuVersion = ""
  /// The caches of the first core, such as `L1d=32K L2=512K`.
  package var caches = ""
  /// The kinds of cores and how many of each there are, such as `packages=1 clusters=2 cores=8 threads=16`.
  package var topology = ""
  /// The number of cores that the process may use, given its affinity and the quotas of its control groups.
  package var cores = 0
  /// The hypervisor, as far as it is known; empty on a physical machine.
  package var virtualization = ""
  /// The frequency governor: the policy that sets the clock rate of the cores.
  package var governor = ""
  package var swiftVersion = ""
  /// `release` or `debug`.
  package var build = ""
  package var sanitizer = ""
  /// A hash of the properties that decide whether times can be compared: all of the above except ``os``.
  package var fingerprint = ""
  /// The C library and its version.
  package var cLibrary = ""
  /// A hash of the properties that decide whether counts of instructions can be compared. See
  /// ``ThisBuild/countsFingerprint``.
  package var countsFingerprint = ""

  package init() {}

  package init(
    os: String, arch: String, cpuModel: String, cpuVersion: String = "", caches: String = "",
    topology: String = "", cores: Int,
    virtualization: String = "", governor: String = "", swiftVersion: String, build: String, sanitizer: String
  ) {
    self.os = os
    self.arch = arch
    self.cpuModel = cpuModel
    self.cpuVersion = cpuVersion
    self.caches = caches
    self.topology = topology
    self.cores = cores
    self.virtualization = virtualization
    self.governor = governor
    self.swiftVersion = swiftVersion
    self.build = build
    self.sanitizer = sanitizer
    fingerprint = Digest.hexadecimal(of: [
      arch, cpuModel, cpuVersion, caches, topology, String(cores), virtualization, governor, swiftVersion, build,
      sanitizer,
    ])
  }
}
