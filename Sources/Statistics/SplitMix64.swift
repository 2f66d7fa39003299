/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the same order for the same seed on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number below `bound`, which is not 0, each as likely as any other.
  ///
  /// Lemire, *Fast random integer generation in an interval*, ACM TOMACS 29 (2019). Written out: which draws the standard
  /// library's own makes of a generator is not promised, and a seed's numbers shall be the same in every version.
  package mutating func draw(below bound: UInt64) -> UInt64 {
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let least = (0 &- bound) % bound
      while product.low < least { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }
}
