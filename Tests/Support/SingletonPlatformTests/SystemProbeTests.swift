import Foundation
import SingletonPlatform
import TestSupport
import Testing

@Suite struct `System probes` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a probe under a root with these files.
  private func probe(_ files: [String: String]) throws -> SystemProbe {
    for (path, text) in files {
      let parent = URL(filePath: folder(path)).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try folder.write(text, to: path)
    }
    return SystemProbe(root: folder.path)
  }

  @Test(arguments: [
    ("6.8.0-31-generic", "6.8"), ("24.5.0", "24.5"), ("6.18.44", "6.18"), ("6.9-rc1", "6.9"), ("7", "7"), ("", ""),
  ])
  func `the system's version has no patch level`(release: String, version: String) {
    #expect(SystemProbe.withoutPatchLevel(release) == version)
  }

  @Test(arguments: [
    ["0::/\n": 3], ["0::/ours\n": 2], ["0::/ours/deeper\n": 1], ["0::/theirs/deeper\n": 3], ["1:memory:/ours\n": nil],
    ["": nil],
  ])
  func `the cores are what the tightest control group leaves, rounded up`(cases: [String: Int?]) throws {
    for (membership, cores) in cases {
      let probe = try probe([
        "proc/self/cgroup": membership, "sys/fs/cgroup/cpu.max": "201000 100000\n",
        "sys/fs/cgroup/ours/cpu.max": "200000 100000\n", "sys/fs/cgroup/ours/deeper/cpu.max": "50 100000\n",
        "sys/fs/cgroup/theirs/cpu.max": "max 100000\n",
      ])
      #expect(probe.coreQuota == cores)
    }
  }

  @Test(arguments: [("150000", 2), ("-1", nil), ("", nil), ("x", nil), ("0", nil)] as [(String, Int?)])
  func `the limit of version 1 control groups counts too`(quota: String, cores: Int?) throws {
    let mount = "sys/fs/cgroup/cpu,cpuacct/ours/"
    let probe = try probe([
      "proc/self/cgroup": "12:pids:/ours\n4:cpu,cpuacct:/ours\n0::/\n", mount + "cpu.cfs_quota_us": quota + "\n",
      mount + "cpu.cfs_period_us": "100000\n",
    ])
    #expect(probe.coreQuota == cores)
  }

  #if os(Linux)
    @Test(arguments: [
      ("processor\t: 0\nmodel name\t: Some  CPU: 2 GHz\nprocessor\t: 1\nmodel name\t: Other\n", "Some CPU: 2 GHz"),
      ("CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", "CPU implementer 0x41, CPU part 0xd0c"), ("\n\n", ""), ("", ""),
    ])
    func `the processor has its name, or the numbers that stand for it`(text: String, model: String) throws {
      #expect(try probe(["proc/cpuinfo": text]).cpuModel == model)
    }
  #endif

  #if os(Linux)
    @Test func `what tells processors of one name apart is known`() throws {
      let cpu =
        "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: X\nstepping\t: 2\nflags\t: fpu hypervisor avx\n"
      let cache = "sys/devices/system/cpu/cpu0/cache/index"
      let probe = try probe([
        "proc/cpuinfo": cpu, "sys/class/dmi/id/sys_vendor": "Example\n",
        cache + "0/level": "1\n", cache + "0/type": "Data\n", cache + "0/size": "32K\n",
        cache + "1/level": "2\n", cache + "1/type": "Unified\n", cache + "1/size": "512K\n",
      ])
      #expect(probe.cpuVersion == "family 25 model 1 stepping 2")
      #expect(probe.caches == "L1d=32K L2=512K")
      #expect(probe.virtualization == "Example")
    }

    @Test func `a machine whose files say nothing has no caches, no version and no hypervisor`() {
      let unknown = SystemProbe(root: folder("nothing"))
      #expect(unknown.cpuVersion.isEmpty && unknown.caches.isEmpty && unknown.virtualization.isEmpty)
    }
  #endif

  @Test func `the system's conditions are what its files say, or unknown`() throws {
    let facts = try probe([
      "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "schedutil\n",
      "sys/devices/system/clocksource/clocksource0/current_clocksource": "hpet\n",
    ])
    #expect(facts.governor == "schedutil")
    #expect(facts.clockSource == "hpet")
    #expect(try #require(facts.load) >= 0)
    let unknown = SystemProbe(root: folder("nothing"))
    #expect(unknown.governor == nil && unknown.clockSource == nil)
  }
}
