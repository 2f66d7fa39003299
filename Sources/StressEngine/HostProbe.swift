package import Outcomes
extension HostFacts {
  package static var ofThisMachine: HostFacts { HostFacts(os: "", arch: "", cpuModel: "", cores: 2, swiftVersion: "", build: "", sanitizer: "") }
}
