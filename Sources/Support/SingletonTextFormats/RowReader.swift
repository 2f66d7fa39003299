package import SingletonPlatform

/// A reader for the rows of a CSV file. Columns may come in any order, and unknown columns are ignored.
package struct RowReader<Row> {
  private let path: String
  private let kind: String
  private let empty: Row
  private var records: CSVRecords
  /// The known columns in the file, each with the index of its field.
  private let columns: [(column: Column<Row>, index: Int)]
  private let fieldCount: Int
  private var hasRow = false

  package init(path: String, kind: String, _ columns: [Column<Row>], startingAs empty: Row) throws(InputError) {
    try self.init(InputError.opened(path), path: path, kind: kind, columns, startingAs: empty)
  }

  /// - Parameters:
  ///   - path: The name of the file in messages.
  ///   - kind: The kind of file that has these columns, such as `a report`.
  ///   - empty: The row before any of its fields has been read.
  package init(
    _ file: InputFile, path: String, kind: String, _ columns: [Column<Row>], startingAs empty: Row
  ) throws(InputError) {
    (self.path, self.kind, self.empty) = (path, kind, empty)
    // The version is read first: if the file has another version, that is the reason why other fields cannot be read.
    let columns = columns.filter(\.isVersion) + columns.filter { !$0.isVersion }
    records = try CSVRecords(file, path: path)
    guard let header = try records.next() else {
      throw InputError(path: path, problem: "the file is empty", expected: "\(kind), with its header first")
    }
    fieldCount = header.count
    let names = header.map { SpreadsheetGuard.original($0).harmless }
    self.columns = columns.compactMap { column in names.firstIndex(of: column.name).map { (column, $0) } }
    try check(names, required: columns.filter { $0.requirement != .optional }.map(\.name))
  }

  private func check(_ names: [String], required: [String]) throws(InputError) {
    var known: Set<String> = []
    if let twice = names.first(where: { !$0.isEmpty && !known.insert($0).inserted }) {
      throw InputError(path: path, line: 1, column: twice, problem: "it occurs twice", expected: "each column once")
    }
    if let missing = required.first(where: { !known.contains($0) }) {
      throw InputError(
        path: path, line: 1, problem: "no column \(missing)",
        expected: "a header with " + required.joined(separator: ", ") + ", in any order")
    }
  }

  /// The line on which the most recent row begins, from 1.
  package var line: Int { records.line }

  /// Reads the next row.
  ///
  /// - Returns: `nil` at the end of the file.
  /// - Throws: An error if the row cannot be read, or if the file has no rows.
  package mutating func next() throws(InputError) -> Row? {
    guard let fields = try records.next() else {
      guard hasRow else {
        throw InputError(path: path, problem: "a header and no row", expected: "\(kind) with at least one row")
      }
      return nil
    }
    hasRow = true
    guard fields.count == fieldCount else {
      throw InputError(
        path: path, line: line, problem: "\(fields.count) fields",
        expected: "\(fieldCount) fields, as many as the header has")
    }
    var row = empty
    for (column, index) in columns where !column.take(fields[index], into: &row) {
      throw malformed(fields[index], column)
    }
    for (column, index) in columns where column.agrees?(row) == false { throw malformed(fields[index], column) }
    return row
  }

  package mutating func rows() throws(InputError) -> [Row] {
    var rows: [Row] = []
    while let row = try next() { rows.append(row) }
    return rows
  }

  private func malformed(_ field: String, _ column: Column<Row>) -> InputError {
    InputError(
      path: path, line: line, column: column.name, problem: field.isEmpty ? "it is empty" : field.quoted,
      expected: field.isEmpty && column.requirement == .filled && !column.isVersion
        ? "a value in each row" : column.expected)
  }
}
