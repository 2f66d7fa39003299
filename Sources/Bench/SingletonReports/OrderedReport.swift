package import SingletonCore
package import SingletonTextFormats

/// A report, with its rows in a report's usual order.
package struct OrderedReport: Sendable {
  package let rows: [StressRow]
  /// Notes for the reader, for example if the rows come from different machines.
  package let notes: [String]

  /// - Parameter strategies: The ids in the catalog's order. Other strategies come last.
  package init(_ path: String, strategies: [String]) throws(InputError) {
    var read: [StressRow] = []
    var lines: [RowKey: Int] = [:]
    var reader = try RowReader.report(path)
    while let row = try reader.next() {
      if let line = lines.updateValue(reader.line, forKey: row.key) {
        throw InputError(
          path: path, line: reader.line, problem: "this row is in line \(line), too", expected: "each row once")
      }
      read.append(row)
    }
    rows = read.inReportOrder(strategies)
    notes = Self.notes(read)
  }

  private static func notes(_ rows: [StressRow]) -> [String] {
    let machines = Set(rows.map(\.host.fingerprint))
    guard machines.count > 1 else { return [] }
    return ["the rows come from \(machines.count) different machines or builds: their times cannot be compared"]
  }
}

extension [StressRow] {
  /// Returns the rows in the report's order, whatever the order in which they ran. They are sorted by strategy in the
  /// catalog's order, then by form, scenario, threads, the initializer's cost, and replicate.
  ///
  /// - Parameter strategies: The ids in the catalog's order. Other strategies come last, sorted by name.
  package func inReportOrder(_ strategies: [String]) -> [StressRow] {
    let places = Dictionary(strategies.enumerated().map { ($1, $0) }) { first, _ in first }
    let subject = { (key: RowKey) in
      (places[key.strategy] ?? .max, key.strategy, key.form, Scenario.index(ofID: key.scenario), key.scenario)
    }
    let settings = { (key: RowKey) in (key.threads, key.sortingCost, key.replicate) }
    return sorted { first, second in
      let (a, b) = (subject(first.key), subject(second.key))
      return a == b ? settings(first.key) < settings(second.key) : a < b
    }
  }
}
