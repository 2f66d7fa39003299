import SingletonCore
import SingletonStrategies
import SingletonStrategyKit

/// The memory that a cell takes, without its row of results and its instances.
enum CellBytes {
  static func show() {
    var table = Table("cell of", "2 threads, bytes", "64 threads, bytes", "objects outside the cell")
    table.rows = Catalog.standard.entries.map { entry in
      let workload = entry.workload(.firstAccess)
      let sizes = [2, 64].map { workload.cellSize(callers: $0) }
      return [entry.info.id, "\(sizes[0].packed)", "\(sizes[1].packed)", "\(sizes[0].keptWords)"]
    }
    table.show("Bytes per cell; 4 per result and 16 per instance come on top")
  }
}
