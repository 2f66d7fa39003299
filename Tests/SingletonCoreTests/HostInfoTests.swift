import SingletonCore
import Testing

@Suite struct `Host fingerprints` {
  private func host(os: String = "a", arch: String = "b", cores: Int = 2, build: String = "release") -> HostInfo {
    HostInfo(os: os, arch: arch, cpuModel: "c", cores: cores, swiftVersion: "6.3", build: build, sanitizer: "")
  }

  @Test func `fingerprints are equal if and only if all facts are`() {
    #expect(host().fingerprint == host().fingerprint)
    let others = [host(os: "x"), host(arch: "x"), host(cores: 3), host(build: "debug"), host(os: "ab", arch: "")]
    #expect(Set(([host()] + others).map(\.fingerprint)).count == others.count + 1)
  }

  @Test func `a fingerprint is sixteen hexadecimal digits`() {
    #expect(host().fingerprint.wholeMatch(of: /[0-9a-f]{16}/) != nil)
    #expect(host(cores: 1).fingerprint.count == 16)
  }
}
