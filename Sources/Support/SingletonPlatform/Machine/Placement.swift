/// Where the threads of a row ran in relation to each other.
package enum Placement: String, CaseIterable, Sendable {
  /// Wherever the system ran them.
  case none
  /// On different physical cores of one cluster.
  case near
  /// On cores that share no cache.
  case far
  /// In pairs, on the hardware threads of one physical core.
  case siblings
  case mixed
}

extension ProcessorTopology {
  /// Returns the core of each thread: different physical cores of one cluster if this machine has enough of them,
  /// otherwise the nearest thing to that.
  ///
  /// Returns an empty array if the system should choose: if threads must share cores, or if there is only one thread.
  ///
  /// - Parameters:
  ///   - limit: The number of cores that may be busy at a time.
  ///   - here: A core near which the first thread should run, so that rows that run at the same time use different
  ///     cores.
  package func cores(for threads: Int, limit: Int, from here: Int?) -> [Int] {
    guard threads > 1, threads <= min(limit, threadCount) else { return [] }
    return Array(clusters(for: threads, from: here).flatMap { $0.oneOfEach(from: here) }.prefix(threads))
  }

  /// Returns the clusters in the order in which threads should fill them. Clusters with a physical core for each thread
  /// come first, then faster ones, then nearer ones.
  private func clusters(for threads: Int, from here: Int?) -> [Cluster] {
    let own = clusters.firstIndex { $0.contains(here) } ?? 0
    let rotated = clusters[own...] + clusters[..<own]
    // Sorting keeps the order of equal elements.
    return rotated.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      let (aFits, bFits) = (a.physicalCores.count >= threads, b.physicalCores.count >= threads)
      if aFits != bFits { return aFits }
      if a.capacity != b.capacity { return a.capacity > b.capacity }
      let (aOwn, bOwn) = (a.package == clusters[own].package, b.package == clusters[own].package)
      return aOwn == bOwn ? first.offset < second.offset : aOwn
    }.map(\.element)
  }

  /// Returns the placement of threads that run on these cores, one core per thread.
  package func result(on cores: [Int]) -> Placement {
    let places = cores.map(place)
    guard places.count > 1 else { return .none }
    let caches = places.map { [clusters[$0.cluster].package, clusters[$0.cluster].cache] }
    if zip(caches, caches[1...] + caches[..<1]).allSatisfy(!=) { return .far }
    let isOneEach = Set(places.map { [$0.cluster, $0.physicalCore] }).count == places.count
    if isOneEach && Set(places.map(\.cluster)).count == 1 { return .near }
    let pairs = stride(from: 0, to: places.count - 1, by: 2).map { (places[$0], places[$0 + 1]) }
    return places.count.isMultiple(of: 2) && pairs.allSatisfy { $0 == $1 } ? .siblings : .mixed
  }

  /// Returns the index of a hardware thread's cluster, and the index of its physical core within that cluster.
  private func place(of core: Int) -> (cluster: Int, physicalCore: Int) {
    let cluster = clusters.firstIndex { $0.contains(core) }!
    return (cluster, clusters[cluster].physicalCores.firstIndex { $0.contains(core) }!)
  }
}

extension ProcessorTopology.Cluster {
  fileprivate func contains(_ core: Int?) -> Bool {
    core.map { core in physicalCores.contains { $0.contains(core) } } ?? false
  }

  /// The first hardware thread of each physical core, then the second of each, and so on, beginning with the physical
  /// core of the given one.
  fileprivate func oneOfEach(from here: Int?) -> [Int] {
    let own = physicalCores.firstIndex { cores in here.map(cores.contains) ?? false } ?? 0
    let lists = physicalCores[own...] + physicalCores[..<own]
    return (0..<(lists.map(\.count).max() ?? 0)).flatMap { place in
      lists.filter { place < $0.count }.map { $0[place] }
    }
  }
}
