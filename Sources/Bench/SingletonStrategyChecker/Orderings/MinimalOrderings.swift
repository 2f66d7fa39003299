package import SingletonMemoryModels

/// A search for the minimal sets of memory orders that suffice for something, one order for each site.
///
/// A set that suffices still does so with any order stronger: in each of the memory models, a stronger order only removes
/// executions, happens-before edges included. Therefore, a set weaker than one that does not suffice is never tried.
///
/// The search alternates two steps. From a set that suffices, it makes one order after another weaker, as long as the rest
/// still suffices; what remains is minimal. Then it tries the strongest sets that are not above any minimal set found so
/// far. One that suffices leads to another minimal set. If none does, all have been found, because any other set that
/// suffices would be below one of those.
///
/// Source: Gunopulos, Khardon, Mannila, Saluja, Toivonen, Sharma, Discovering all most specific sentences, TODS 2003.
package struct MinimalOrderings<Failure: Error> {
  /// A memory order for each site.
  package typealias Orders = [MemoryOrder]

  private let roles: [OrderingSite.Role]
  private let suffices: (Orders) throws(Failure) -> Bool
  /// All minimal sets that suffice; empty if the strongest orders do not.
  package private(set) var minimal: [Orders] = []
  private var sufficient: [Orders] = []
  private var insufficient: [Orders] = []

  /// - Parameters:
  ///   - roles: The role of each site.
  ///   - first: The set from which the search begins, if it suffices.
  package init(
    _ roles: [OrderingSite.Role], from first: Orders, suffices: @escaping (Orders) throws(Failure) -> Bool
  ) throws(Failure) {
    self.roles = roles
    self.suffices = suffices
    if try isSufficient(first) { try descend(from: first) }
    while let next = try nextSufficient() { try descend(from: next) }
  }

  private mutating func isSufficient(_ orders: Orders) throws(Failure) -> Bool {
    if sufficient.contains(where: { $0.isAtMost(orders) }) { return true }
    if insufficient.contains(where: { orders.isAtMost($0) }) { return false }
    let isSufficient = try suffices(orders)
    if isSufficient { sufficient.append(orders) } else { insufficient.append(orders) }
    return isSufficient
  }

  private mutating func descend(from start: Orders) throws(Failure) {
    var orders = start
    for site in roles.indices {
      while let weaker = try sufficientWeaker(orders, at: site) { orders = weaker }
    }
    minimal.append(orders)
  }

  private mutating func sufficientWeaker(_ orders: Orders, at site: Int) throws(Failure) -> Orders? {
    for order in roles[site].weaker(than: orders[site]) {
      let weaker = orders.replacing(site, with: order)
      if try isSufficient(weaker) { return weaker }
    }
    return nil
  }

  /// Returns a set that suffices and is not above any minimal set found so far, or `nil` if there is none.
  private mutating func nextSufficient() throws(Failure) -> Orders? {
    for orders in strongestNotFound where try isSufficient(orders) { return orders }
    return nil
  }

  /// The strongest sets that are not above any minimal set found so far.
  private var strongestNotFound: [Orders] {
    let strongest = Orders(repeating: .sequentiallyConsistent, count: roles.count)
    return minimal.reduce([strongest]) { candidates, found in
      let lower = candidates.flatMap { candidate in
        found.isAtMost(candidate) ? avoiding(found, below: candidate) : [candidate]
      }
      return Set(lower).filter { one in !lower.contains { $0 != one && one.isAtMost($0) } }
        .sorted { $0.map(\.rawValue).lexicographicallyPrecedes($1.map(\.rawValue)) }
    }
  }

  private func avoiding(_ found: Orders, below candidate: Orders) -> [Orders] {
    roles.indices.flatMap { site in
      roles[site].strongest(upTo: candidate[site], notAtLeast: found[site]).map { candidate.replacing(site, with: $0) }
    }
  }
}

extension [MemoryOrder] {
  /// Returns whether each order guarantees no more than that of `other` at the same site.
  package func isAtMost(_ other: [MemoryOrder]) -> Bool { zip(self, other).allSatisfy { $0.isAtMost($1) } }

  package func replacing(_ site: Int, with order: MemoryOrder) -> [MemoryOrder] {
    var orders = self
    orders[site] = order
    return orders
  }
}
