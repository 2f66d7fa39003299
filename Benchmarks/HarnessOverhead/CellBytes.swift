import Outcomes
import Strategies

/// What a cell takes beside its row of results and its instances.
enum CellBytes {
  static func show() {
    var table = Table("cell of", "2 threads, bytes", "64 threads, bytes", "objects beside it")
    table.rows = Catalog.standard.entries.map { entry in
      let race = entry.race(.firstAccess)
      let sizes = [2, 64].map { race.cellSize(callers: $0, cores: Crowd.cores) }
      return [entry.card.id, "\(sizes[0].byteCount)", "\(sizes[1].byteCount)", "\(sizes[0].keptWords)"]
    }
    table.show("Bytes a cell; besides, 4 bytes a result and 16 an instance")
  }
}
