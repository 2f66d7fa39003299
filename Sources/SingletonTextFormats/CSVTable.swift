package import SingletonPlatform

/// A small CSV file that is read as a whole: a header and rows of text.
package struct CSVTable: Sendable {
  package let path: String
  private let header: [String]
  private let rows: [(line: Int, cells: [String])]

  package init(path: String) throws(InputError) {
    try self.init(InputError.opened(path), path: path)
  }

  /// - Parameter path: The name of the file in messages.
  package init(_ file: InputFile, path: String) throws(InputError) {
    self.path = path
    let records = try CSVRecords(file, path: path)
    var rows: [(Int, [String])] = []
    while try records.next() {
      rows.append((records.line, try Self.cells(records.fields, path, records.line)))
    }
    guard let first = rows.first else {
      throw InputError(path: path, problem: "the file is empty", expected: "a header and rows")
    }
    header = first.1
    self.rows = Array(rows.dropFirst())
    for (line, cells) in self.rows where cells.count != header.count {
      throw InputError(
        path: path, line: line, problem: "\(cells.count) fields", expected: "\(header.count), as many as the header has"
      )
    }
  }

  private static func cells(
    _ fields: [UnsafeRawBufferPointer], _ path: String, _ line: Int
  ) throws(InputError) -> [String] {
    var cells: [String] = []
    for field in fields {
      guard let text = FieldText(bytes: field).text else {
        throw InputError(path: path, line: line, problem: "a field is no UTF-8", expected: "UTF-8 text")
      }
      cells.append(text)
    }
    return cells
  }

  /// Returns each row with the cells of the given columns, in the given order.
  package func rows(of columns: [String]) throws(InputError) -> [Row] {
    var places: [Int] = []
    for column in columns {
      guard let place = header.firstIndex(of: column) else {
        throw InputError(
          path: path, line: 1, problem: "no column \(column)",
          expected: "a header with " + columns.joined(separator: ", "))
      }
      places.append(place)
    }
    return rows.map { row in Row(path: path, line: row.line, columns: columns, cells: places.map { row.cells[$0] }) }
  }

  package struct Row: Sendable {
    private let path: String
    package let line: Int
    private let columns: [String]
    package let cells: [String]

    fileprivate init(path: String, line: Int, columns: [String], cells: [String]) {
      self.path = path
      self.line = line
      self.columns = columns
      self.cells = cells
    }

    /// Returns the parsed value of a cell.
    ///
    /// - Parameter index: The index of the cell's column in the requested columns.
    /// - Throws: An error with the text `expected` if `parse` returns `nil`.
    package func value<Value>(
      _ index: Int, expected: String, _ parse: (String) -> Value?
    ) throws(InputError) -> Value {
      if let value = parse(cells[index]) { return value }
      throw InputError(
        path: path, line: line, column: columns[index], problem: cells[index].quoted, expected: expected)
    }
  }
}
