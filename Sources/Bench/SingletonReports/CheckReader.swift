package import SingletonCore
import SingletonPlatform
package import SingletonTextFormats

/// A reader for the output of `check --format json` and `--format csv`, based on ``CheckColumns``.
package enum CheckReader {
  package static func rows(path: String) throws(InputError) -> [CheckRow] {
    let file = try InputError.opened(path)
    if try isCSV(file, path) {
      var reader = try RowReader(
        file, path: path, kind: "the output of check --format csv,", CheckColumns.all, startingAs: CheckRow())
      return try reader.rows()
    }
    return try rows(JSONDocument(file, path: path), path)
  }

  /// Returns the rows of what a process has printed with `--format json`.
  ///
  /// - Parameter path: The program, for errors.
  package static func rows(printed text: String, path: String) throws(InputError) -> [CheckRow] {
    try rows(JSONDocument(path: path, bytes: Array(text.utf8)), path)
  }

  private static func rows(_ json: JSONDocument, _ path: String) throws(InputError) -> [CheckRow] {
    let rows = try document(json)
    guard !rows.isEmpty else {
      throw InputError(path: path, problem: "no row", expected: "output of check --format json with a row")
    }
    return rows
  }

  /// Returns whether a file is CSV. JSON begins with a brace or a bracket, and a CSV header never does.
  private static func isCSV(_ file: InputFile, _ path: String) throws(InputError) -> Bool {
    do {
      let mark = try file.beginning(count: 64).first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
      return mark != UInt8(ascii: "{") && mark != UInt8(ascii: "[")
    } catch {
      throw .unreadable(path, error)
    }
  }

  private static func document(_ document: JSONDocument) throws(InputError) -> [CheckRow] {
    guard let nodes = document.root["rows"]?.elements else {
      throw document.error(
        at: document.root, "no \"rows\"", expected: "the output of check --format json: an object with \"rows\"")
    }
    var rows: [CheckRow] = []
    for node in nodes { rows.append(try row(node, document)) }
    return rows
  }

  private static func row(_ node: JSONNode, _ document: JSONDocument) throws(InputError) -> CheckRow {
    guard node.members != nil else {
      throw document.error(at: node, "no object", expected: "a row: an object with \"strategy\" and \"verdict\"")
    }
    var row = CheckRow()
    for column in CheckColumns.all {
      let text = node[text: column.name] ?? ""
      // A column expects text that is guarded against spreadsheets, but text in JSON is not guarded.
      guard column.take(SpreadsheetGuard.guarded(text), into: &row) else {
        throw document.error(
          at: node[column.name] ?? node, "\(column.name) is \(text.quoted)", expected: column.expected)
      }
    }
    if let steps = node["steps"]?.elements { try read(steps, document, into: &row) }
    return row
  }

  private static func read(
    _ nodes: [JSONNode], _ document: JSONDocument, into row: inout CheckRow
  ) throws(InputError) {
    var steps: [(node: JSONNode, thread: String, operation: String)] = []
    for node in nodes {
      guard let thread = node[text: "thread"], let operation = node[text: "operation"] else {
        throw document.error(at: node, "no step", expected: "an object with \"thread\" and \"operation\"")
      }
      steps.append((node, thread, operation))
    }
    var example = row.counterexample ?? Counterexample()
    example.columns = Set(steps.map(\.thread)).sorted(by: isBefore)
    let numbers = Dictionary(uniqueKeysWithValues: example.columns.enumerated().map { ($1, $0) })
    for (node, thread, operation) in steps {
      let source = node[text: "file"].map { file in
        Counterexample.Source(
          file: file, line: node[text: "line"].flatMap { Int($0) } ?? 0, text: node[text: "source"] ?? "")
      }
      let isConcerned = if case .bool(true) = node["concerned"]?.value { true } else { false }
      example.steps.append(
        Counterexample.Step(
          column: numbers[thread]!, source: source, operation: operation, staleness: node[text: "stale"],
          isConcerned: isConcerned))
      example.memory.append((node["memory"]?.elements ?? []).compactMap { cell($0, numbers) })
    }
    row.counterexample = example
  }

  /// Returns whether the left column comes before the right one. An example of the order is `before`, `thread 2`,
  /// `thread 10`.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    let numbers = [left, right].map { Int($0.split(separator: " ").last ?? "") ?? 0 }
    return (numbers[0], left) < (numbers[1], right)
  }

  /// Returns a location in memory after a step, or `nil` if the node does not describe one.
  ///
  /// - Parameter numbers: The index of each thread's column. Values seen by a thread without steps are left out.
  private static func cell(_ node: JSONNode, _ numbers: [String: Int]) -> Counterexample.Cell? {
    guard let name = node[text: "name"], let newest = node[text: "newest"] else { return nil }
    let seen = (node["seen"]?.members ?? []).compactMap { key, value in
      key.text.flatMap { numbers[$0.harmless] }.flatMap { number in value.text.map { (number, $0.harmless) } }
    }
    return Counterexample.Cell(name: name, newest: newest, seen: Dictionary(seen) { $1 })
  }
}

extension JSONNode {
  /// The text of a member, made harmless.
  fileprivate subscript(text key: String) -> String? { self[key]?.text?.harmless }
}
