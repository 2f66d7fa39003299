/// The cores that this process may use, and the caches and packages that they share. Empty if the system has no
/// affinity.
package struct ProcessorTopology: Equatable, Sendable {
  /// Cores that share their last-level cache and are equally fast.
  package struct Cluster: Hashable, Sendable {
    /// The number of the processor package, which is the unit that a socket holds.
    package let package: Int
    /// The lowest number among the cores that share the last-level cache, or -1 if it is unknown.
    package let cache: Int
    /// The speed of the cluster's cores, where 1,024 is the speed of the machine's fastest cores; 0 if it is unknown.
    package let capacity: Int
    /// For each physical core, the numbers of its hardware threads, which the system calls cores.
    package fileprivate(set) var physicalCores: [[Int]] = []
  }

  package private(set) var clusters: [Cluster]

  /// The cores of this process at the time of the first query. A later query could come from a pinned thread, which has
  /// fewer.
  package static let ofThisProcess = SystemProbe().topology

  package init(clusters: [Cluster] = []) { self.clusters = clusters }

  /// The number of hardware threads.
  package var threadCount: Int { clusters.reduce(0) { $0 + $1.physicalCores.reduce(0) { $0 + $1.count } } }

  /// The counts of each kind of unit, such as `packages=1 clusters=2 cores=8 threads=16`, or an empty string.
  package var summary: String {
    guard !clusters.isEmpty else { return "" }
    let counts = [
      ("packages", Set(clusters.map(\.package)).count), ("clusters", clusters.count),
      ("cores", clusters.reduce(0) { $0 + $1.physicalCores.count }), ("threads", threadCount),
    ]
    return counts.map { "\($0)=\($1)" }.joined(separator: " ")
  }
}

// MARK: - As the system reports it

extension ProcessorTopology {
  /// Maps each capacity to the capacity of its kind of core, which is the highest within that kind. The system may
  /// report capacities that differ by a few percent for cores of one kind.
  private static func kinds(_ capacities: some Sequence<Int>) -> [Int: Int] {
    var kind = Int.max
    return Dictionary(
      uniqueKeysWithValues: Set(capacities).sorted(by: >).map { capacity in
        if Double(capacity) < 0.9 * Double(kind) { kind = capacity }
        return (capacity, kind)
      })
  }

  package init(of cores: [Int], from probe: SystemProbe) {
    let folder = "/sys/devices/system/cpu/cpu"
    func number(_ core: Int, _ file: String) -> Int? {
      // Takes the first number, which in a list such as 0-3,8 is the lowest.
      probe.word("\(folder)\(core)/\(file)").flatMap { Int($0.prefix(while: \.isNumber)) }
    }
    /// Returns the lowest number among the cores that share the last-level cache.
    func lastCache(_ core: Int) -> Int? {
      let caches = (0..<8).map { "cache/index\($0)/" }.prefix { number(core, $0 + "level") != nil }
      return caches.max { number(core, $0 + "level")! < number(core, $1 + "level")! }
        .flatMap { number(core, $0 + "shared_cpu_list") }
    }
    func capacity(_ core: Int) -> Int { number(core, "cpu_capacity") ?? 0 }
    let kinds = Self.kinds(cores.map(capacity))
    // The clusters in the order in which they are found, without their cores; `members` has the cores of each.
    var empty: [Cluster] = []
    var members: [Cluster: [Int: [Int]]] = [:]
    for core in cores {
      let cluster = Cluster(
        package: number(core, "topology/physical_package_id") ?? 0, cache: lastCache(core) ?? -1,
        capacity: kinds[capacity(core)]!)
      if members[cluster] == nil { empty.append(cluster) }
      members[cluster, default: [:]][number(core, "topology/thread_siblings_list") ?? core, default: []].append(core)
    }
    clusters = empty
    for place in empty.indices {
      clusters[place].physicalCores = members[empty[place]]!.values.sorted { $0[0] < $1[0] }
    }
  }
}

// MARK: - As text

/// The text that is passed to a child process. Clusters are separated by `/`. Each consists of its package, its cache,
/// its capacity, and its physical cores, as in `0:0:1024:0+8,1+9/0:0:512:2,3`.
extension ProcessorTopology: LosslessStringConvertible {
  package var description: String {
    clusters.map { cluster in
      let cores = cluster.physicalCores.map { $0.map(String.init).joined(separator: "+") }.joined(separator: ",")
      return "\(cluster.package):\(cluster.cache):\(cluster.capacity):\(cores)"
    }.joined(separator: "/")
  }

  package init?(_ description: String) {
    let clusters = description.split(separator: "/").map { text -> Cluster? in
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 4, let package = Int(parts[0]), let cache = Int(parts[1]), let capacity = Int(parts[2])
      else { return nil }
      let words = parts[3].split(separator: ",", omittingEmptySubsequences: false).map {
        $0.split(separator: "+", omittingEmptySubsequences: false)
      }
      let numbers = words.map { $0.compactMap { Int($0) } }
      guard numbers.map(\.count) == words.map(\.count) else { return nil }
      return Cluster(package: package, cache: cache, capacity: capacity, physicalCores: numbers)
    }
    guard !clusters.contains(nil) else { return nil }
    self.init(clusters: clusters.compactMap(\.self))
  }
}
