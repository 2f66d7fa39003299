extension Sequence where Element: Hashable {
  /// The elements without duplicates, in the order of first appearance.
  package var distinct: [Element] { distinct(by: \.self) }
}

extension Sequence {
  /// Returns, for each distinct value, the first element that has this value, in order.
  package func distinct(by value: (Element) -> some Hashable) -> [Element] {
    var seen: Set<AnyHashable> = []
    return filter { seen.insert(value($0)).inserted }
  }
}
