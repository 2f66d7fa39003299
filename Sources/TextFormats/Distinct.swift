extension Sequence where Element: Hashable {
  /// Each element once, in the order of their first appearances.
  package var distinct: [Element] { distinct(by: \.self) }
}

extension Sequence {
  /// Returns the first element with each value, in their order.
  package func distinct(by value: (Element) -> some Hashable) -> [Element] {
    var seen: Set<AnyHashable> = []
    return filter { seen.insert(value($0)).inserted }
  }
}
