/// What two elementary steps cost on a machine while it ran, in nanoseconds.
///
/// Two machines of one model, or one machine at two times, can differ in it. A value is `nil` if it is unknown.
package struct MachineSpeed: Sendable, Equatable {
  /// The way of a cache line from one core to another.
  package var lineWay: Double?
  /// A load from the nearest cache whose address is the result of another load.
  package var dependentLoad: Double?

  package init(lineWay: Double? = nil, dependentLoad: Double? = nil) {
    self.lineWay = lineWay
    self.dependentLoad = dependentLoad
  }
}
