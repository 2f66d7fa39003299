package import SingletonCore
package import SingletonTextFormats

/// Several reports as one, in the report's order.
package struct JoinedReport: Sendable {
  package let rows: [StressRow]
  /// Notes for a reader if the reports come from different plans or different machines.
  package let notes: [String]

  /// - Parameter strategies: The ids in the catalog's order. Other strategies come last.
  package init(_ paths: [String], strategies: [String]) throws(InputError) {
    var read: [StressRow] = []
    var origins: [RowKey: (path: String, line: Int)] = [:]
    for path in paths {
      let reader = try ReportReader(path: path)
      try reader.forEachRow { (row) throws(InputError) in
        if let origin = origins.updateValue((path, reader.line), forKey: row.key) {
          throw InputError(
            path: path, line: reader.line,
            problem: "this row is in \(InputError.name(of: origin.path)), line \(origin.line), too",
            expected: "each row of the plan in one report only")
        }
        read.append(copy row)
      }
    }
    rows = read.inReportOrder(strategies)
    notes = Self.notes(read)
  }

  private static func notes(_ rows: [StressRow]) -> [String] {
    let seeds = Set(rows.map(\.seed))
    let machines = Set(rows.map(\.host.fingerprint))
    return [
      seeds.count > 1 ? "the reports have \(seeds.count) different seeds: they are not shards of one run" : nil,
      machines.count > 1
        ? "the rows come from \(machines.count) different machines or builds: their times cannot be compared"
        : nil,
    ].compactMap(\.self)
  }
}

extension [StressRow] {
  /// Returns the rows in the report's order, regardless of the order in which they ran.
  ///
  /// - Parameter strategies: The ids in the catalog's order. Other strategies come last.
  package func inReportOrder(_ strategies: [String]) -> [StressRow] {
    let order = RowKey.reportOrder(strategies)
    return sorted { order($0.key, $1.key) }
  }
}
