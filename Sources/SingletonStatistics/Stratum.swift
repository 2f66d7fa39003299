/// The values of both sides that arose under the same circumstances. Only values of one stratum are compared with each
/// other.
package struct Stratum: Sendable {
  package var old: [Double]
  package var new: [Double]

  package init(old: [Double], new: [Double]) { (self.old, self.new) = (old, new) }
}
