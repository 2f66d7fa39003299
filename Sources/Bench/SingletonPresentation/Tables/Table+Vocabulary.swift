import SingletonCore
import SingletonDrawings
package import SingletonTextFormats

extension Table {
  /// The tables of the commands, without rows. `explain` shows what their columns mean.
  package static var withoutRows: [Table] {
    [
      RunTable([StressRow](), showing: .counts).table, RunTable([StressRow](), showing: .times).table,
      CheckTable([]).table, OrderingTable([], closing: "").table, AnyNumberTable([]).table,
      ComparisonTable([], notes: []).table,
    ]
  }
}
