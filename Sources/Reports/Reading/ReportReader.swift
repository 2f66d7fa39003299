#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a report row by row, by the one list of columns: in any order, unknown ones ignored.
///
/// Whatever a row does not share with the row before it is parsed; the rest is still in the draft.
package final class ReportReader {
  package let path: String
  private let records: CSVRecords
  /// Which fields are ours; those that no column of ours has are left out.
  private let fields: [Int]
  /// Of the columns of `fields`, in their order.
  private let columns: [(name: String, reading: Reading)]
  private let fieldCount: Int

  /// Reads the header.
  package init(path: String) throws(InputError) {
    self.path = path
    records = try CSVRecords(path: path)
    guard try records.next() else {
      throw InputError(path: path, problem: "the file is empty", expected: "a report, with its header first")
    }
    let names = try Self.names(records.fields, path)
    let ours = StressColumns.all.filter { $0.reading != nil && names.contains($0.name) }
    columns = ours.map { ($0.name, $0.reading!) }
    fields = ours.map { names.firstIndex(of: $0.name)! }
    fieldCount = names.count
    try requireColumns(names)
  }

  /// Each row in turn, and how many there were. A file without rows is an error.
  package func forEachRow(_ body: (borrowing RowDraft) throws(InputError) -> Void) throws(InputError) {
    var draft = RowDraft()
    var previous = PreviousRecord()
    var count = 0
    while try records.next() {
      try take(&draft, previous)
      previous.keep(records.fields)
      try requireIdentity(draft)
      count += 1
      try body(draft)
    }
    guard count > 0 else {
      throw InputError(path: path, problem: "a header and no row", expected: "a report with at least one row")
    }
  }

  private func take(_ draft: inout RowDraft, _ previous: borrowing PreviousRecord) throws(InputError) {
    let record = records.fields
    guard record.count == fieldCount else {
      throw InputError(
        path: path, line: records.line, problem: "\(record.count) fields",
        expected: "\(fieldCount) fields, as many as the header has")
    }
    for (column, place) in fields.enumerated() where !previous.holds(record[place], at: place) {
      let field = FieldText(bytes: record[place])
      guard columns[column].reading.take(field, &draft) else { throw malformed(field, columns[column]) }
    }
  }

  /// The line of the row that was read last, from 1.
  package var line: Int { records.line }
}

// MARK: - The header

extension ReportReader {
  private static func names(_ fields: [UnsafeRawBufferPointer], _ path: String) throws(InputError) -> [String] {
    var names: [String] = []
    for (index, field) in fields.enumerated() {
      guard let name = FieldText(bytes: field).text else {
        throw InputError(
          path: path, line: 1, column: "\(index + 1)", problem: "the name is no UTF-8", expected: "a column's name")
      }
      guard !names.contains(name) || name.isEmpty else {
        throw InputError(
          path: path, line: 1, column: name, problem: "it stands there twice", expected: "each column once")
      }
      names.append(name)
    }
    return names
  }

  private func requireColumns(_ names: [String]) throws(InputError) {
    let required = StressColumns.all.filter { $0.reading?.isRequired == true }.map(\.name)
    let missing = required.filter { !names.contains($0) }
    guard let first = missing.first else { return }
    throw InputError(
      path: path, line: 1, problem: "no column \(first)",
      expected: "a header with " + required.joined(separator: ", ") + ", in any order")
  }
}

// MARK: - A row

extension ReportReader {
  private func malformed(_ field: FieldText, _ column: (name: String, reading: Reading)) -> InputError {
    let shown = String(decoding: field.bytes.prefix(40), as: UTF8.self).debugDescription
    return InputError(
      path: path, line: records.line, column: column.name,
      problem: shown + (field.bytes.count > 40 ? "... (\(field.bytes.count) bytes)" : ""),
      expected: column.reading.expected)
  }

  /// What a row cannot do without, whatever column it stands in.
  private func requireIdentity(_ draft: borrowing RowDraft) throws(InputError) {
    if draft.schemaVersion != StressColumns.schemaVersion {
      throw InputError(
        path: path, line: records.line, column: "schema_version",
        problem: draft.schemaVersion.map { "version \($0) of the columns' meaning" } ?? "no version",
        expected: "\(StressColumns.schemaVersion), the version that this program knows")
    }
    let missing = [
      ("strategy", draft.strategy.isEmpty), ("scenario", draft.scenario.isEmpty), ("engine", draft.engine.isEmpty),
      ("threads", draft.threads == nil), ("replicate", draft.replicate == nil), ("status", draft.status == nil),
      ("expected", draft.expected == nil),
    ].first { $0.1 }
    guard let missing else { return }
    throw InputError(
      path: path, line: records.line, column: missing.0, problem: "it is empty", expected: "a value in each row")
  }
}

/// A copy of the record before the current one.
private struct PreviousRecord: ~Copyable {
  private var bytes: UnsafeMutableRawBufferPointer
  /// Where in the bytes each field lies.
  private var fields: [Range<Int>] = []

  init() { bytes = .allocate(byteCount: 1 << 12, alignment: 1) }

  deinit { bytes.deallocate() }

  func holds(_ field: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index < fields.count, field.count == fields[index].count else { return false }
    return field.isEmpty || memcmp(field.baseAddress!, bytes.baseAddress! + fields[index].lowerBound, field.count) == 0
  }

  /// The fields of one record lie one behind the other.
  mutating func keep(_ record: [UnsafeRawBufferPointer]) {
    let begin = record[0].baseAddress!
    let count = record.last!.baseAddress! + record.last!.count - begin
    if count > bytes.count {
      bytes.deallocate()
      bytes = .allocate(byteCount: 2 * count, alignment: 1)
    }
    bytes.baseAddress!.copyMemory(from: begin, byteCount: count)
    fields.removeAll(keepingCapacity: true)
    for field in record { fields.append(field.baseAddress! - begin..<field.baseAddress! - begin + field.count) }
  }
}
