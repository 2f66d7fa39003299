import SingletonCore
import Testing

@Suite struct `Host fingerprints` {
  private func host(
    os: String = "a", arch: String = "b", cpuModel: String = "c", cpuVersion: String = "d", caches: String = "e",
    cores: Int = 2, virtualization: String = "f", governor: String = "g", build: String = "release"
  ) -> HostInfo {
    HostInfo(
      os: os, arch: arch, cpuModel: cpuModel, cpuVersion: cpuVersion, caches: caches, cores: cores,
      virtualization: virtualization, governor: governor, swiftVersion: "6.3", build: build, sanitizer: "")
  }

  @Test func `fingerprints are equal if and only if all is that decides about times`() {
    let others = [
      host(arch: "x"), host(cpuVersion: "x"), host(caches: "x"), host(cores: 3), host(virtualization: "x"),
      host(governor: "x"), host(build: "debug"), host(arch: "bc", cpuModel: ""),
    ]
    #expect(Set(([host()] + others).map(\.fingerprint)).count == others.count + 1)
  }

  @Test func `an update of the system leaves the fingerprint as it is`() {
    #expect(host(os: "Linux 6.8").fingerprint == host(os: "Linux 6.9").fingerprint)
  }

  @Test func `a fingerprint is sixteen hexadecimal digits`() {
    let fingerprints = (1...100).map { host(cores: $0).fingerprint }
    #expect(fingerprints.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    #expect(fingerprints.contains { $0.first == "0" }, "no leading zero, which is a digit, too")
  }
}
