import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import SingletonTextFormats

/// The memory that a cell takes, without its row of results and its instances.
enum CellBytes {
  static func show() {
    var table = Table(figures: ["cell of", "2 threads, bytes", "64 threads, bytes", "objects outside the cell"])
    for entry in Catalog.standard.entries {
      guard let workload = entry.raced(as: .harness)?.workload(.firstAccess) else { continue }
      let sizes = [2, 64].map { workload.cellSize(callers: $0) }
      table.append([entry.info.id, "\(sizes[0].packed)", "\(sizes[1].packed)", "\(sizes[0].keptWords)"])
    }
    table.show("Bytes per cell, without 4 per result and 16 per instance")
  }
}
