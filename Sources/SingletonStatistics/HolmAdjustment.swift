/// Holm's adjustment of the p-values of a family of tests. It limits the probability of even one false positive to 5 %
/// if each adjusted p-value is tested at the 5 % level.
///
/// Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics 6 (1979). The
/// smallest of m p-values is multiplied by m, the next by m - 1, and so on. No adjusted value is smaller than the one
/// before it, or larger than 1.
package enum HolmAdjustment {
  /// Returns the adjusted p-values in the order of the family.
  ///
  /// - Parameter family: The p-values, none of which may be NaN.
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
