package import SingletonCore
import SingletonPlatform
package import SingletonTextFormats

/// A reader of what `check --format json` or `--format csv` has written, based on ``CheckColumns``.
package enum CheckReader {
  package static func rows(path: String) throws(InputError) -> [CheckRow] {
    let file = try InputError.opened(path)
    if try isCSV(file, path) {
      var reader = try RowReader(
        file, path: path, kind: "what check --format csv wrote,", CheckColumns.all, startingAs: CheckRow())
      return try reader.rows()
    }
    let rows = try document(JSONDocument(file, path: path))
    guard !rows.isEmpty else {
      throw InputError(path: path, problem: "no row", expected: "what check --format json wrote, with at least one row")
    }
    return rows
  }

  /// Returns whether a file is CSV. JSON begins with a brace or a bracket, and no CSV header does.
  private static func isCSV(_ file: InputFile, _ path: String) throws(InputError) -> Bool {
    do {
      let mark = try file.beginning(count: 64).first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
      return mark != UInt8(ascii: "{") && mark != UInt8(ascii: "[")
    } catch {
      throw .unreadable(path, error)
    }
  }

  private static func document(_ document: JSONDocument) throws(InputError) -> [CheckRow] {
    let root = JSONObject(document.root, of: document)
    guard let nodes = root?["rows"], case .array(let nodes) = nodes.value else {
      throw document.error(
        at: document.root, "no \"rows\"", expected: "what check --format json wrote: an object with \"rows\"")
    }
    var rows: [CheckRow] = []
    for node in nodes { rows.append(try row(node, document)) }
    return rows
  }

  private static func row(_ node: JSONNode, _ document: JSONDocument) throws(InputError) -> CheckRow {
    guard let object = JSONObject(node, of: document) else {
      throw document.error(at: node, "no object", expected: "a row: an object with \"strategy\" and \"verdict\"")
    }
    var row = CheckRow()
    for column in CheckColumns.all {
      let text = object.text(column.name) ?? ""
      // A column expects text guarded against spreadsheets, and JSON has no guard.
      guard column.take(SpreadsheetGuard.guarded(text), into: &row) else {
        throw document.error(
          at: object[column.name] ?? node, "\(column.name) is \(text.quoted)", expected: column.expected)
      }
    }
    try readSteps(object["steps"], document, into: &row)
    return row
  }

  private static func readSteps(
    _ node: JSONNode?, _ document: JSONDocument, into row: inout CheckRow
  ) throws(InputError) {
    guard let node, case .array(let nodes) = node.value else { return }
    var steps: [(object: JSONObject, thread: String, operation: String)] = []
    for node in nodes {
      guard let object = JSONObject(node, of: document), let thread = object.text("thread"),
        let operation = object.text("operation")
      else { throw document.error(at: node, "no step", expected: "an object with \"thread\" and \"operation\"") }
      steps.append((object, thread, operation))
    }
    var example = row.counterexample ?? Counterexample()
    example.columns = Set(steps.map(\.thread)).sorted(by: isBefore)
    let numbers = Dictionary(uniqueKeysWithValues: example.columns.enumerated().map { ($1, $0) })
    for (object, thread, operation) in steps {
      let source = object.text("file").map { file in
        Counterexample.Source(
          file: file, line: object.text("line").flatMap { Int($0) } ?? 0, text: object.text("source") ?? "")
      }
      example.steps.append(
        Counterexample.Step(
          column: numbers[thread]!, source: source, operation: operation, staleness: object.text("stale"),
          isConcerned: object.isTrue("concerned")))
      example.memory.append(cells(object["memory"], document, numbers))
    }
    row.counterexample = example
  }

  /// Returns whether a thread comes first, in the order `before`, `thread 2`, `thread 10`.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    let numbers = [left, right].map { Int($0.split(separator: " ").last ?? "") ?? 0 }
    return (numbers[0], left) < (numbers[1], right)
  }

  /// Returns the memory after a step, which files of older versions do not have.
  ///
  /// - Parameter numbers: The threads' columns. What a thread without steps has seen is left out.
  private static func cells(
    _ node: JSONNode?, _ document: JSONDocument, _ numbers: [String: Int]
  ) -> [Counterexample.Cell] {
    guard let node, case .array(let nodes) = node.value else { return [] }
    return nodes.compactMap { node in
      guard let object = JSONObject(node, of: document), let name = object.text("name"),
        let newest = object.text("newest")
      else { return nil }
      let seen = object["seen"].flatMap { JSONObject($0, of: document) }?.texts ?? []
      return Counterexample.Cell(
        name: name, newest: newest,
        seen: Dictionary(
          seen.compactMap { thread, value in numbers[thread].map { ($0, value) } }, uniquingKeysWith: { $1 }))
    }
  }
}

/// The members of a JSON object by key.
private struct JSONObject {
  private let members: [String: JSONNode]

  /// Returns `nil` if the node is not an object.
  init?(_ node: JSONNode, of document: JSONDocument) {
    guard case .object(let members) = node.value else { return nil }
    self.members = Dictionary(
      members.compactMap { key, value in
        if case .string(let text) = key.value { (text, value) } else { nil }
      }, uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> JSONNode? { members[key] }

  /// Returns the value of a key if it is a string, or its spelling if it is a number.
  func text(_ key: String) -> String? {
    switch members[key]?.value {
    case .string(let text), .numeral(let text): text.harmless
    default: nil
    }
  }

  /// The keys with their texts, sorted by key.
  var texts: [(key: String, value: String)] {
    members.keys.sorted().compactMap { key in text(key).map { (key.harmless, $0) } }
  }

  func isTrue(_ key: String) -> Bool { if case .bool(true) = members[key]?.value { true } else { false } }
}
