/// The p values of a family of tests, adjusted so that in 95 of 100 families none of them misleads at 5 %.
///
/// Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics 6 (1979): the least
/// of m is multiplied by m, the next by m - 1, and none becomes smaller than the one before it, nor larger than 1.
package enum HolmAdjustment {
  /// In the order given. None is NaN.
  package static func adjusted(_ family: [Double]) -> [Double] {
    var adjusted = family
    var largest = 0.0
    for (rank, index) in family.indices.sorted(by: { family[$0] < family[$1] }).enumerated() {
      largest = min(1, max(largest, Double(family.count - rank) * family[index]))
      adjusted[index] = largest
    }
    return adjusted
  }
}
