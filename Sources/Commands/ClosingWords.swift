import Outcomes

/// What a person is told at the end of a run that did not end well: what, where, why, and what to do next.
struct ClosingWords {
  /// More are in the report.
  private static let mostRows = 5

  private let rows: [StressRow]

  init(_ rows: [StressRow]) { self.rows = rows }

  /// nil where every promise held and every known defect was shown.
  var text: String? {
    let parts = [interrupted, broken, tooWeak, nothingRan].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined()
  }

  private var interrupted: String? {
    let missing = rows.filter { $0.status == .interrupted }.count
    guard missing > 0 else { return nil }
    return "interrupted: \((rows.count - missing).grouped) of \(rows.count.grouped) rows are done\n"
  }

  private var broken: String? {
    let broken = rows.filter { $0.grade == .broken }
    return listing(broken.map(Self.words), "a promise was broken in \(broken.count.grouped) of the rows")
  }

  private static func words(of row: StressRow) -> String {
    let key = row.key
    let place = "\(key.strategy), \(key.scenario.rawValue), \(key.threads) threads"
    let got = row.status == .ok ? "" : ", status \(row.status)"
    let remark = row.remark.map { "\n    \($0)" } ?? ""
    return "  \(place): expected \(row.expected)\(got)\(remark)\n"
  }

  private var tooWeak: String? {
    let silent = RowGroup.grouped(rows).filter { !$0.defectWasShown }
    let lines = silent.map { "  \($0.strategy), \($0.scenario.rawValue): expected \($0.rows[0].expected)\n" }
    return listing(lines, "too weak: a known defect was not shown, so silence elsewhere means little")
      .map { $0 + "  likely: too few trials or threads\n  next:   a longer --time, more --threads\n" }
  }

  private var nothingRan: String? {
    guard rows.allSatisfy({ $0.grade == nil && $0.status != .interrupted }) else { return nil }
    return listing(rows.map { "  \($0.key.strategy), \($0.key.scenario.rawValue): \($0.status)\n" }, "nothing ran")
  }

  private func listing(_ lines: [String], _ title: String) -> String? {
    guard !lines.isEmpty else { return nil }
    let more = lines.count - Self.mostRows
    return "\(title)\n" + lines.prefix(Self.mostRows).joined() + (more > 0 ? "  and \(more.grouped) more\n" : "")
  }
}
