import SingletonPlatform
import Testing

@Suite struct `Topologies of real machines` {
  @Test(arguments: [
    ("arm-2", "packages=1 clusters=1 cores=2 threads=2"),
    ("xeon-8", "packages=2 clusters=4 cores=8 threads=8"),
    ("core-20-hybrid", "packages=1 clusters=1 cores=14 threads=20"),
    ("grace-blackwell-20", "packages=1 clusters=4 cores=20 threads=20"),
    ("xeon-32", "packages=2 clusters=2 cores=16 threads=32"),
    ("opteron-64", "packages=4 clusters=8 cores=32 threads=64"),
  ])
  func `packages, last caches and hardware threads are as they were recorded`(name: String, summary: String) throws {
    let topology = try RecordedMachine.topology(name)
    #expect(topology.summary == summary)
    #expect(ProcessorTopology(topology.description) == topology)
  }

  @Test func `cores that share a cache but differ in speed are two clusters`() throws {
    let clusters = try RecordedMachine.topology("grace-blackwell-20").clusters
    #expect(clusters.map { $0.physicalCores.joined().map(\.self) } == (0..<4).map { Array($0 * 5..<$0 * 5 + 5) })
    #expect(clusters.map(\.cache) == [0, 0, 10, 10])
    // The system says 718, 997, 731, 1017 and 1024.
    #expect(clusters.map(\.capacity) == [731, 1_024, 731, 1_024])
  }

  @Test func `a machine whose files say nothing is one cluster of cores of one thread`() {
    let unknown = ProcessorTopology(of: [0, 1, 5], from: SystemProbe(root: "/nothing"))
    #expect(unknown.clusters.map(\.physicalCores) == [[[0], [1], [5]]])
    #expect(ProcessorTopology(of: [], from: SystemProbe()).summary.isEmpty)
  }

  @Test(arguments: ["x", "0:1:2", "0:1:2:", "0:1:2:a", "0:1:2:3+", "0:1:2:3,,4", "0:1:2:3:4", ":::"])
  func `what is no topology is not read as one`(text: String) { #expect(ProcessorTopology(text) == nil) }
}

@Suite struct `Placements` {
  private static func placed(
    _ name: String, _ threads: Int, limit: Int? = nil, from here: Int? = nil, allowed: [Int]? = nil
  ) throws -> (cores: [Int], result: Placement) {
    let topology = try RecordedMachine.topology(name, allowed: allowed)
    let cores = topology.cores(for: threads, limit: limit ?? topology.threadCount, from: here)
    return (cores, topology.result(on: cores))
  }

  @Test(arguments: [
    ("arm-2", 1, [1, 0], Placement.near),
    // Cores 1 and 5 share a cache; cores with even numbers are in the other package.
    ("xeon-8", 1, [1, 5], .near),
    // Fast cores have two threads each; with one thread on each of fourteen cores, all are near.
    ("core-20-hybrid", 18, [18, 19, 0], .near),
    ("core-20-hybrid", 0, [0, 2, 4, 6, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19], .near),
    // From a slow core to the fast ones.
    ("grace-blackwell-20", 0, [5, 6], .near),
    ("xeon-32", 20, [4, 5], .near),
    ("opteron-64", 0, [0, 2], .near),
    // More threads than a cluster has physical cores.
    ("xeon-8", 0, [0, 4, 2], .mixed),
  ])
  func `threads get near cores, or the nearest thing to them`(
    name: String, here: Int, cores: [Int], result: Placement
  ) throws {
    let placed = try Self.placed(name, cores.count, from: here)
    #expect(placed.cores == cores)
    #expect(placed.result == result)
  }

  @Test(arguments: [
    ("xeon-8", [1, 2], Placement.far), ("xeon-8", [0, 1, 2, 3], .far), ("core-20-hybrid", [2, 3], .siblings),
    ("xeon-32", [9, 25, 10, 26], .siblings), ("xeon-32", [9, 25, 10], .mixed), ("opteron-64", [0, 16, 32, 48], .far),
    ("opteron-64", [], .none),
  ])
  func `where threads ran has a name`(name: String, cores: [Int], result: Placement) throws {
    #expect(try RecordedMachine.topology(name).result(on: cores) == result)
  }

  @Test(arguments: ["arm-2", "xeon-8", "core-20-hybrid", "grace-blackwell-20", "xeon-32", "opteron-64"])
  func `no core is given twice, whatever the number of threads`(name: String) throws {
    let topology = try RecordedMachine.topology(name)
    let all = Set(topology.clusters.flatMap { $0.physicalCores.joined() })
    for threads in [1, 2, 3, 7, topology.threadCount / 2, topology.threadCount, topology.threadCount + 1] {
      for here in [nil, all.min(), all.max(), 1_000] {
        let cores = topology.cores(for: threads, limit: topology.threadCount, from: here)
        #expect(cores.count == ((2...topology.threadCount).contains(threads) ? threads : 0))
        #expect(Set(cores).count == cores.count && all.isSuperset(of: cores))
      }
    }
  }

  @Test func `in a container, threads keep to its cores and to its quota`() throws {
    // The second package, of which a quota of one and a half cores leaves two.
    let allowed = Array(8..<16) + Array(24..<32)
    #expect(try Self.placed("xeon-32", 2, limit: 2, from: 12, allowed: allowed).cores == [12, 13])
    #expect(try Self.placed("xeon-32", 3, limit: 2, from: 12, allowed: allowed).cores.isEmpty)
    #expect(try Self.placed("xeon-32", 16, from: 12, allowed: allowed).cores.sorted() == allowed)
  }
}
