/// Reads what `check --format json` or `--format csv` wrote.
package enum CheckResultReader {
  /// A file that cannot be looked at twice, such as a pipe, is taken for JSON.
  package static func results(path: String) throws(InputError) -> [CheckResult] {
    let results = try isCSV(path) ? ofTable(CSVTable(path: path)) : ofDocument(JSONDocument(path: path))
    guard !results.isEmpty else {
      throw InputError(path: path, problem: "no row", expected: "what check --format json wrote, with at least one row")
    }
    return results
  }

  /// JSON begins with a bracket, and no header does.
  private static func isCSV(_ path: String) throws(InputError) -> Bool {
    guard FileSystem.kind(of: path) == .regular else { return false }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { buffer.deallocate() }
    do {
      let count = try ReadableFile(path).read(into: buffer)
      let mark = buffer.prefix(count).first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
      return mark != UInt8(ascii: "{") && mark != UInt8(ascii: "[")
    } catch {
      throw .unreadable(path, error)
    }
  }

  // MARK: - CSV

  private static func ofTable(_ table: CSVTable) throws(InputError) -> [CheckResult] {
    var results: [CheckResult] = []
    for row in try table.rows(of: CheckResult.columns) {
      let cells = Dictionary(zip(CheckResult.columns, row.cells)) { first, _ in first }
      do {
        results.append(try CheckResult { cells[$0] ?? "" })
      } catch {
        let index = CheckResult.columns.firstIndex(of: error.column) ?? 0
        let _: Never = try row.value(index, expected: error.expected) { _ in nil }
      }
    }
    return results
  }

  // MARK: - JSON

  private static func ofDocument(_ document: JSONDocument) throws(InputError) -> [CheckResult] {
    let root = JSONObject(document.root, of: document)
    guard let rows = root?["rows"], case .array(let nodes) = rows.value else {
      throw document.error(
        at: document.root, "no \"rows\"", expected: "what check --format json wrote: an object with \"rows\"")
    }
    var results: [CheckResult] = []
    for node in nodes { results.append(try result(node, document)) }
    return results
  }

  private static func result(_ node: JSONNode, _ document: JSONDocument) throws(InputError) -> CheckResult {
    guard let object = JSONObject(node, of: document) else {
      throw document.error(at: node, "no object", expected: "a row: an object with \"strategy\" and \"verdict\"")
    }
    var result: CheckResult
    do {
      result = try CheckResult { object.text($0) ?? "" }
    } catch {
      throw document.error(
        at: object[error.column] ?? node, "\(error.column) is \(error.text.debugDescription)", expected: error.expected)
    }
    result.steps = try steps(object["steps"], document)
    return result
  }

  private static func steps(_ node: JSONNode?, _ document: JSONDocument) throws(InputError) -> [CheckResult.Step] {
    guard let node, case .array(let nodes) = node.value else { return [] }
    var steps: [CheckResult.Step] = []
    for node in nodes {
      guard let object = JSONObject(node, of: document), let thread = object.text("thread"),
        let operation = object.text("operation")
      else { throw document.error(at: node, "no step", expected: "an object with \"thread\" and \"operation\"") }
      steps.append(
        CheckResult.Step(
          thread: thread, place: object.text("file").map { "\($0):\(object.text("line") ?? "")" },
          source: object.text("source"), operation: operation, staleness: object.text("stale"),
          isConcerned: object.isTrue("concerned")))
    }
    return steps
  }
}

/// The members of an object by their keys.
private struct JSONObject {
  private let members: [String: JSONNode]

  /// nil where it is no object.
  init?(_ node: JSONNode, of document: JSONDocument) {
    guard case .object(let members) = node.value else { return nil }
    self.members = Dictionary(
      members.compactMap { key, value in
        if case .string(let text) = key.value { (text, value) } else { nil }
      }, uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> JSONNode? { members[key] }

  /// A string, or a number as it is spelled.
  func text(_ key: String) -> String? {
    switch members[key]?.value {
    case .string(let text), .numeral(let text): text
    default: nil
    }
  }

  func isTrue(_ key: String) -> Bool { if case .bool(true) = members[key]?.value { true } else { false } }
}
