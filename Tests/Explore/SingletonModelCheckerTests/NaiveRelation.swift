/// A relation between at most 64 events.
struct NaiveRelation: Equatable {
  /// For each event, the set of the events it is related to, as bits.
  var rows: [UInt64]

  init(_ count: Int) { rows = Array(repeating: 0, count: count) }

  init(_ count: Int, where holds: (Int, Int) -> Bool) {
    self.init(count)
    for a in 0..<count { for b in 0..<count where holds(a, b) { rows[a] |= 1 << UInt64(b) } }
  }

  static func identity(_ count: Int, where holds: (Int) -> Bool = { _ in true }) -> NaiveRelation {
    NaiveRelation(count) { $0 == $1 && holds($0) }
  }

  func contains(_ a: Int, _ b: Int) -> Bool { rows[a] >> UInt64(b) & 1 == 1 }

  static func | (a: NaiveRelation, b: NaiveRelation) -> NaiveRelation {
    var union = a
    for row in a.rows.indices { union.rows[row] |= b.rows[row] }
    return union
  }

  /// Returns the composition of two relations.
  static func * (a: NaiveRelation, b: NaiveRelation) -> NaiveRelation {
    var composed = NaiveRelation(a.rows.count)
    for row in a.rows.indices where a.rows[row] != 0 {
      for middle in a.rows.indices where a.contains(row, middle) { composed.rows[row] |= b.rows[middle] }
    }
    return composed
  }

  /// The transitive closure.
  var closed: NaiveRelation {
    var closed = self
    for middle in rows.indices {
      for row in rows.indices where closed.contains(row, middle) { closed.rows[row] |= closed.rows[middle] }
    }
    return closed
  }

  /// The reflexive closure.
  var orEqual: NaiveRelation { self | .identity(rows.count) }
  var isIrreflexive: Bool { rows.indices.allSatisfy { !contains($0, $0) } }
  var isAcyclic: Bool { closed.isIrreflexive }
}
