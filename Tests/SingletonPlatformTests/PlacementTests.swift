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
    _ name: String, _ threads: Int, _ placement: Placement, limit: Int? = nil, from here: Int? = nil,
    allowed: [Int]? = nil
  ) throws -> (cores: [Int], result: Placement.Result) {
    let topology = try RecordedMachine.topology(name, allowed: allowed)
    let cores = topology.cores(for: threads, placement, limit: limit ?? topology.threadCount, from: here)
    return (cores, topology.result(on: cores))
  }

  struct Example: CustomTestStringConvertible {
    let name: String
    let threads: Int
    let placement: Placement
    let here: Int
    let cores: [Int]
    let result: Placement.Result

    init(
      _ name: String, _ threads: Int, _ placement: Placement, from here: Int, _ cores: [Int], _ result: Placement.Result
    ) {
      (self.name, self.threads, self.placement, self.here) = (name, threads, placement, here)
      (self.cores, self.result) = (cores, result)
    }

    var testDescription: String { "\(threads) threads \(placement) on \(name), from core \(here)" }
  }

  @Test(arguments: [
    Example("arm-2", 2, .near, from: 1, [1, 0], .near),
    // One cluster and no siblings: the nearest thing to what was asked for.
    Example("arm-2", 2, .far, from: 0, [0, 1], .near),
    Example("arm-2", 2, .siblings, from: 0, [0, 1], .near),
    // Cores 1 and 5 share a cache; cores with even numbers are in the other package.
    Example("xeon-8", 2, .near, from: 1, [1, 5], .near),
    Example("xeon-8", 2, .far, from: 1, [1, 2], .far),
    Example("xeon-8", 4, .far, from: 0, [0, 1, 2, 3], .far),
    // Fast cores have two threads each; with one thread on each of fourteen cores, all are near.
    Example("core-20-hybrid", 2, .siblings, from: 3, [2, 3], .siblings),
    Example("core-20-hybrid", 3, .near, from: 18, [18, 19, 0], .near),
    Example("core-20-hybrid", 14, .near, from: 0, [0, 2, 4, 6, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19], .near),
    // From a slow core to the fast ones.
    Example("grace-blackwell-20", 2, .near, from: 0, [5, 6], .near),
    Example("grace-blackwell-20", 2, .far, from: 5, [5, 15], .far),
    Example("xeon-32", 2, .near, from: 20, [4, 5], .near),
    Example("xeon-32", 2, .siblings, from: 9, [9, 25], .siblings),
    Example("xeon-32", 4, .siblings, from: 9, [9, 25, 10, 26], .siblings),
    Example("xeon-32", 3, .siblings, from: 9, [9, 25, 10], .mixed),
    Example("xeon-32", 2, .far, from: 9, [9, 0], .far),
    // Packages take turns.
    Example("opteron-64", 4, .far, from: 0, [0, 16, 32, 48], .far),
    Example("opteron-64", 2, .near, from: 0, [0, 2], .near),
    Example("opteron-64", 2, .none, from: 0, [], .none),
  ])
  func `threads get the cores that were asked for, or the nearest thing to them`(example: Example) throws {
    let (cores, result) = try Self.placed(example.name, example.threads, example.placement, from: example.here)
    #expect(cores == example.cores)
    #expect(result == example.result)
  }

  @Test(arguments: ["arm-2", "xeon-8", "core-20-hybrid", "grace-blackwell-20", "xeon-32", "opteron-64"])
  func `no core is given twice, whatever the number of threads`(name: String) throws {
    let topology = try RecordedMachine.topology(name)
    let all = Set(topology.clusters.flatMap { $0.physicalCores.joined() })
    for placement in Placement.allCases {
      for threads in [1, 2, 3, 7, topology.threadCount / 2, topology.threadCount, topology.threadCount + 1] {
        for here in [nil, all.min(), all.max(), 1_000] {
          let cores = topology.cores(for: threads, placement, limit: topology.threadCount, from: here)
          let isPinned = placement != .none && (2...topology.threadCount).contains(threads)
          #expect(cores.count == (isPinned ? threads : 0))
          #expect(Set(cores).count == cores.count && all.isSuperset(of: cores))
        }
      }
    }
  }

  @Test func `in a container, threads keep to its cores and to its quota`() throws {
    // The second package, of which a quota of one and a half cores leaves two.
    let allowed = Array(8..<16) + Array(24..<32)
    #expect(try Self.placed("xeon-32", 2, .near, limit: 2, from: 12, allowed: allowed).cores == [12, 13])
    #expect(try Self.placed("xeon-32", 2, .far, limit: 2, from: 12, allowed: allowed).result == .near)
    #expect(try Self.placed("xeon-32", 3, .near, limit: 2, from: 12, allowed: allowed).cores.isEmpty)
    #expect(try Self.placed("xeon-32", 16, .near, from: 12, allowed: allowed).cores.sorted() == allowed)
  }
}
