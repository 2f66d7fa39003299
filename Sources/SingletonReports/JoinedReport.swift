package import SingletonCore
package import SingletonTextFormats

/// Several reports, joined into one whose rows are in a report's usual order.
package struct JoinedReport: Sendable {
  package let rows: [StressRow]
  /// Notes for the reader, for example if the reports come from different machines.
  package let notes: [String]

  /// - Parameters:
  ///   - strategies: The ids in the catalog's order. Other strategies come last.
  ///   - wholePlan: Whether the reports together must contain all rows of one plan.
  package init(_ paths: [String], strategies: [String], wholePlan: Bool = false) throws(InputError) {
    var read: [StressRow] = []
    var origins: [RowKey: (path: String, line: Int)] = [:]
    var first: (seed: UInt64, plan: String?, path: String)?
    for path in paths {
      var reader = try RowReader.report(path)
      while let row = try reader.next() {
        if first == nil { first = (row.seed, row.run.plan?.digest, path) }
        if wholePlan { try Self.requireOnePlan(row, in: path, like: first!) }
        if let origin = origins.updateValue((path, reader.line), forKey: row.key) {
          throw InputError(
            path: path, line: reader.line,
            problem: "this row is in \(InputError.name(of: origin.path)), line \(origin.line), too",
            expected: "each row of the plan in one report only")
        }
        read.append(row)
      }
    }
    rows = read.inReportOrder(strategies)
    notes = Self.notes(read)
    if wholePlan { try requireAllRows(paths) }
  }

  private static func notes(_ rows: [StressRow]) -> [String] {
    let machines = Set(rows.map(\.host.fingerprint))
    guard machines.count > 1 else { return [] }
    return ["the rows come from \(machines.count) different machines or builds: their times cannot be compared"]
  }
}

// MARK: - Whether the reports are all of one plan

extension JoinedReport {
  /// Throws an error if a row of another report does not belong to the same run. Rows of older versions do not contain
  /// their plan, but they contain its seed.
  private static func requireOnePlan(
    _ row: StressRow, in path: String, like first: (seed: UInt64, plan: String?, path: String)
  ) throws(InputError) {
    guard row.seed != first.seed || row.run.plan?.digest != first.plan else { return }
    let (seed, firstSeed) = (FieldValue.identifier(row.seed).spelling, FieldValue.identifier(first.seed).spelling)
    let difference =
      seed == firstSeed ? "its options or strategies are different" : "its seed is \(seed), not \(firstSeed)"
    throw InputError(
      path: path, problem: "it belongs to another run than \(InputError.name(of: first.path)): \(difference)",
      expected: "the shards of one run, which have the same options and the same --seed")
  }

  private func requireAllRows(_ paths: [String]) throws(InputError) {
    guard let plan = rows[0].run.plan, rows.count < plan.rows else { return }
    throw InputError(
      path: paths.map(InputError.name(of:)).joined(separator: ", "),
      problem: "\(HumanFormat.grouped(plan.rows - rows.count)) of the plan's"
        + " \(HumanFormat.counted(plan.rows, "row")) are missing" + missingShards,
      expected: "the reports of all shards of the run")
  }

  /// The shards from which there are no rows, in words, such as `: shard 8/8`; empty if they are unknown.
  private var missingShards: String {
    let given = Set(rows.compactMap { $0.run.plan?.shard })
    let counts = Set(given.map { $0.split(separator: "/").last.flatMap { Int($0) } })
    guard counts.count == 1, case let count?? = counts.first, (1...10_000).contains(count) else { return "" }
    let missing = (1...count).map { "\($0)/\(count)" }.filter { !given.contains($0) }
    guard !missing.isEmpty else { return "" }
    let more = missing.count > 8 ? " and \(missing.count - 8) more" : ""
    return ": \(missing.count == 1 ? "shard" : "shards") " + missing.prefix(8).joined(separator: ", ") + more
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
