package import SingletonCore
import SingletonPlatform
package import SingletonTextFormats

/// A reader of a report, row by row, based on ``StressColumns``. Columns may come in any order, and unknown ones are
/// ignored.
///
/// Because CI compares reports of a million rows, a field equal to that of the row before is not parsed again: its
/// value is still in the row.
package final class ReportReader {
  package let path: String
  private let records: CSVRecords
  /// The known columns that the file has.
  private let columns: [Column<StressRow>]
  /// The index of each column's field.
  private let places: [Int]
  /// The indices of the columns whose values must agree with others.
  private let dependent: [Int]
  private let fieldCount: Int

  /// Opens a report and reads its header.
  package init(path: String) throws(InputError) {
    self.path = path
    records = try CSVRecords(path: path)
    guard try records.next() else {
      throw InputError(path: path, problem: "the file is empty", expected: "a report, with its header first")
    }
    let names = try Self.names(records.fields, path)
    let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    columns = StressColumns.all.filter { places[$0.name] != nil }
    self.places = columns.map { places[$0.name]! }
    dependent = columns.indices.filter { [columns] in columns[$0].agrees != nil }
    fieldCount = names.count
    try requireColumns(places.keys)
  }

  /// Calls the body with each row in turn.
  ///
  /// - Throws: An error of the body, or an error if the file has no row or a row that cannot be read.
  package func forEachRow(_ body: (borrowing StressRow) throws(InputError) -> Void) throws(InputError) {
    var row = StressRow()
    var previous = PreviousRecord()
    var count = 0
    while try records.next() {
      // An empty field leaves the row unchanged, so a row with other empty fields starts anew.
      if !previous.hasSameGaps(as: records.fields) {
        row = StressRow()
        previous.forget()
      }
      try take(&row, previous)
      previous.keep(records.fields)
      count += 1
      try body(row)
    }
    guard count > 0 else {
      throw InputError(path: path, problem: "a header and no row", expected: "a report with at least one row")
    }
  }

  private func take(_ row: inout StressRow, _ previous: borrowing PreviousRecord) throws(InputError) {
    let record = records.fields
    guard record.count == fieldCount else {
      throw InputError(
        path: path, line: records.line, problem: "\(record.count) fields",
        expected: "\(fieldCount) fields, as many as the header has")
    }
    for (index, place) in places.enumerated() where !previous.holds(record[place], at: place) {
      let field = FieldText(bytes: record[place])
      guard columns[index].take(field, into: &row) else { throw malformed(field, columns[index]) }
    }
    for index in dependent where !columns[index].agrees!(row) {
      throw malformed(FieldText(bytes: record[places[index]]), columns[index])
    }
  }

  /// The line of the last row read, from 1.
  package var line: Int { records.line }

  private func malformed(_ field: FieldText, _ column: Column<StressRow>) -> InputError {
    let problem = String(decoding: field.bytes, as: UTF8.self).quoted
    return InputError(
      path: path, line: records.line, column: column.name, problem: field.isEmpty ? "it is empty" : problem,
      expected: field.isEmpty && column.requirement == .filled && column.name != "schema_version"
        ? "a value in each row" : column.expected)
  }
}

// MARK: - The header

extension ReportReader {
  private static func names(_ fields: [UnsafeRawBufferPointer], _ path: String) throws(InputError) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for (index, field) in fields.enumerated() {
      guard let name = FieldText(bytes: field).text else {
        throw InputError(
          path: path, line: 1, column: "\(index + 1)", problem: "the name is no UTF-8", expected: "a column's name")
      }
      guard known.insert(name).inserted || name.isEmpty else {
        throw InputError(path: path, line: 1, column: name, problem: "it is there twice", expected: "each column once")
      }
      names.append(name)
    }
    return names
  }

  private func requireColumns(_ names: Dictionary<String, Int>.Keys) throws(InputError) {
    let required = StressColumns.all.filter { $0.requirement != .optional }.map(\.name)
    guard let missing = required.first(where: { !names.contains($0) }) else { return }
    throw InputError(
      path: path, line: 1, problem: "no column \(missing)",
      expected: "a header with " + required.joined(separator: ", ") + ", in any order")
  }
}

/// A copy of the record before the current one.
private struct PreviousRecord: ~Copyable {
  private var bytes: UnsafeMutableRawBufferPointer
  /// The range of each field in `bytes`.
  private var fields: [Range<Int>] = []

  init() { bytes = .allocate(byteCount: 1 << 12, alignment: 1) }

  deinit { bytes.deallocate() }

  func holds(_ field: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index < fields.count, field.count == fields[index].count else { return false }
    return field.isEmpty || memcmp(field.baseAddress!, bytes.baseAddress! + fields[index].lowerBound, field.count) == 0
  }

  /// Returns whether the same fields are empty in both records.
  func hasSameGaps(as record: [UnsafeRawBufferPointer]) -> Bool {
    record.count == fields.count && zip(record, fields).allSatisfy { $0.isEmpty == $1.isEmpty }
  }

  /// Forgets the record, so that no field is equal until the next record is kept.
  mutating func forget() { fields.removeAll(keepingCapacity: true) }

  /// Copies a record, whose fields follow one another in memory.
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
