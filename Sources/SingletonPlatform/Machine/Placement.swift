/// Where the threads of a row run in relation to each other.
package enum Placement: String, CaseIterable, Sendable {
  /// On different physical cores of one cluster.
  case near
  /// On cores that share no cache, so that shared data has the longest way to travel.
  case far
  /// In pairs, on the hardware threads of one physical core.
  case siblings
  /// Wherever the system runs them.
  case none

  /// The actual placement of the threads.
  package enum Result: String, CaseIterable, Sendable {
    case none, near, far, siblings
    /// The machine does not have enough cores of the requested kind, so some threads are elsewhere.
    case mixed
  }
}

extension ProcessorTopology {
  /// Returns the core of each thread, choosing the best cores that this machine has for the placement.
  ///
  /// Returns an empty array if the system should choose: if threads must share cores, or if there is only one thread.
  ///
  /// - Parameters:
  ///   - limit: The number of cores that may be busy at a time.
  ///   - here: A core near which the first thread should run, so that rows that run at the same time use different
  ///     cores.
  package func cores(for threads: Int, _ placement: Placement, limit: Int, from here: Int?) -> [Int] {
    guard placement != .none, threads > 1, threads <= min(limit, threadCount) else { return [] }
    let inOrder = clusters(for: threads, from: here)
    let order: [Int] =
      switch placement {
      case .near: inOrder.flatMap { $0.oneOfEach(from: here) }
      case .far:
        Self.dealt(
          inOrder.grouped(by: \.package).map { clusters in
            Self.dealt(clusters.grouped(by: \.cache).map { $0.flatMap { $0.oneOfEach(from: here) } })
          })
      case .siblings:
        // Cores with siblings come first. Sorting keeps the order of equal elements.
        inOrder.flatMap { $0.together(from: here) }.sorted { $0.count > 1 && $1.count == 1 }.flatMap(\.self)
      case .none: []
      }
    return Array(order.prefix(threads))
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

  /// Returns the first element of each list, then the second element of each list that has one, and so on.
  fileprivate static func dealt<Element>(_ lists: [[Element]]) -> [Element] {
    (0..<(lists.map(\.count).max() ?? 0)).flatMap { place in lists.filter { place < $0.count }.map { $0[place] } }
  }

  /// Returns the placement of threads that run on these cores, one core per thread.
  package func result(on cores: [Int]) -> Placement.Result {
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

  /// The hardware threads, grouped by physical core, beginning with the given core.
  fileprivate func together(from here: Int?) -> [[Int]] {
    let own = physicalCores.firstIndex { cores in here.map(cores.contains) ?? false } ?? 0
    return Array(physicalCores[own...] + physicalCores[..<own])
  }

  /// The first hardware thread of each physical core, then the second of each, and so on.
  fileprivate func oneOfEach(from here: Int?) -> [Int] {
    ProcessorTopology.dealt(together(from: here))
  }
}

extension [ProcessorTopology.Cluster] {
  /// Groups the clusters by the value of a property, in the order in which the values first occur.
  fileprivate func grouped(by property: (Element) -> Int) -> [[Element]] {
    var values: [Int] = []
    for value in map(property) where !values.contains(value) { values.append(value) }
    return values.map { value in filter { property($0) == value } }
  }
}
