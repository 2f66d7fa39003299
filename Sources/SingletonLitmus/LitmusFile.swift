import SingletonArgumentParsing
import SingletonMemoryModels
import SingletonTextFormats

/// A file of litmus programs: an object with an array of `tests`, such an array alone, or a single test.
struct LitmusFile {
  let path: String
  let tests: [LitmusTest]

  init(path: String) throws(InputError) {
    let document = try JSONDocument(path: path)
    self.path = path
    var tests: [LitmusTest] = []
    var names: [String: JSONNode] = [:]
    for node in try Self.nodes(of: document) {
      let test = try LitmusTest(node, number: tests.count + 1, of: document)
      if let first = names.updateValue(node, forKey: test.name) {
        throw document.error(
          at: node, "a second test \(test.name.quoted); the first is on line \(document.line(of: first))",
          expected: "each name once")
      }
      tests.append(test)
    }
    self.tests = tests
  }

  private static let shape = "an object with \"tests\", an array of tests, or one test with \"name\" and \"threads\""

  private static func nodes(of document: JSONDocument) throws(InputError) -> [JSONNode] {
    let field = LitmusField(document: document, context: "")
    if case .array(let tests) = document.root.value { return tests }
    let object = try field.object(document.root, shape)
    if let tests = object["tests"] { return try field.array(tests, "an array of tests") }
    guard object["threads"] != nil else {
      throw field.error(document.root, "neither \"tests\" nor \"threads\"", expected: shape)
    }
    return [document.root]
  }
}

/// One program of a litmus file, with the results that the file states.
struct LitmusTest {
  let name: String
  /// The observed places as spelled in the file.
  let observed: [String]
  /// The instructions of each thread as spelled in the file.
  let instructions: [[String]]
  let program: LitmusProgram
  /// The stated results; models without any are missing.
  let statements: [MemoryModel: LitmusStatement]
  private let node: JSONNode
  private let field: LitmusField

  /// - Parameter number: The number from 1, for messages about a test without a name.
  init(_ node: JSONNode, number: Int, of document: JSONDocument) throws(InputError) {
    let unnamed = LitmusField(document: document, context: "test \(number): ")
    let object = try unnamed.object(node, "a test, an object")
    name = try Self.name(of: object, unnamed)
    field = LitmusField(document: document, context: "\(name): ")
    self.node = node
    let source = try LitmusSource(object, field)
    (instructions, observed, program) = try source.program()
    statements = try Self.statements(in: object, observing: observed.count, field)
  }

  /// Returns an error that is found when the program runs.
  func error(_ problem: String, expected: String) -> InputError { field.error(node, problem, expected: expected) }

  /// Returns the name, which is a heading in the table and so must be one line without control characters.
  private static func name(of object: LitmusObject, _ field: LitmusField) throws(InputError) -> String {
    let expected = "\"name\", a string of one line"
    guard let node = object["name"] else { throw field.error(object.node, "no name", expected: expected) }
    let name = try field.text(node, expected)
    let isLine = name.unicodeScalars.allSatisfy { scalar in
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard isLine, name.contains(where: { !$0.isWhitespace }) else {
      throw field.error(node, "got \(name.quoted)", expected: expected)
    }
    return name.harmless
  }

  private static func statements(
    in object: LitmusObject, observing count: Int, _ field: LitmusField
  ) throws(InputError) -> [MemoryModel: LitmusStatement] {
    var statements: [MemoryModel: LitmusStatement] = [:]
    for model in MemoryModel.allCases {
      guard let node = object[model.rawValue] else { continue }
      let field = LitmusField(document: field.document, context: field.context + model.rawValue + ": ")
      statements[model] = try LitmusStatement(node, field, observing: count)
    }
    return statements
  }
}

/// The nodes of a program in its file, to which its errors point.
private struct LitmusSource {
  private let field: LitmusField
  private let threads: JSONNode
  private let instructions: [[JSONNode]]
  private let initial: [(key: JSONNode, value: JSONNode)]
  private let observed: [JSONNode]

  init(_ object: LitmusObject, _ field: LitmusField) throws(InputError) {
    guard let threads = object["threads"] else {
      throw field.error(object.node, "no threads", expected: "\"threads\", an array of arrays of instructions")
    }
    self.field = field
    self.threads = threads
    instructions = try field.array(threads, "an array of threads").map { thread throws(InputError) in
      try field.array(thread, "a thread, an array of instructions")
    }
    initial =
      try object["init"].map { node throws(InputError) in
        try field.object(node, "an object of locations and whole numbers").members
      } ?? []
    observed =
      try object["observe"].map { node throws(InputError) in
        try field.array(node, "an array of registers and locations")
      } ?? []
  }

  func program() throws(InputError) -> (instructions: [[String]], observed: [String], LitmusProgram) {
    let texts = try instructions.map { thread throws(InputError) in
      try thread.map { node throws(InputError) in try field.text(node, "an instruction, as a string") }
    }
    var values: [String: Int] = [:]
    for member in initial {
      let name = try field.text(member.key, "a location")
      values[name] = try field.integer(member.value, "a whole number from -2^63 to 2^63 - 1")
    }
    let places = try observed.map { node throws(InputError) in
      try field.text(node, "thread:register or a location, as a string")
    }
    do {
      return (texts, places, try LitmusProgram(threads: texts, initial: values, observe: places))
    } catch {
      throw located(error)
    }
  }

  /// Returns the error of a program with its place in the file.
  private func located(_ error: LitmusError) -> InputError {
    let got = "got \(error.got.harmless)"
    switch error.place {
    case .instruction(let thread, let index, let column):
      return inside(
        instructions[thread][index], behind: column - 1, "thread \(thread), instruction \(index): " + got,
        error.expected)
    case .threads: return field.error(threads, got, expected: error.expected)
    case .initial(let name):
      let key = initial.first { if case .string(name) = $0.key.value { true } else { false } }?.key
      return field.error(key ?? threads, got, expected: error.expected)
    case .observe(let index): return field.error(observed[index], got, expected: error.expected)
    }
  }

  /// - Parameter count: The number of characters (not Unicode scalars) before the place.
  private func inside(_ node: JSONNode, behind count: Int, _ problem: String, _ expected: String) -> InputError {
    guard case .string(let text) = node.value else { return field.error(node, problem, expected: expected) }
    let scalars = text.prefix(count).unicodeScalars.count
    return field.document.error(inside: node, behind: scalars, field.context + problem, expected: expected)
  }
}

// MARK: - Fields

/// A reader of a litmus file's values; its errors name the place and what was expected there.
struct LitmusField {
  let document: JSONDocument
  /// The beginning of error messages, which names the test.
  let context: String

  func error(_ node: JSONNode, _ problem: String, expected: String) -> InputError {
    document.error(at: node, context + problem, expected: expected)
  }

  func object(_ node: JSONNode, _ expected: String) throws(InputError) -> LitmusObject {
    guard case .object(let members) = node.value else { throw mismatch(node, expected) }
    return LitmusObject(node: node, members: members)
  }

  func array(_ node: JSONNode, _ expected: String) throws(InputError) -> [JSONNode] {
    guard case .array(let elements) = node.value else { throw mismatch(node, expected) }
    return elements
  }

  func text(_ node: JSONNode, _ expected: String) throws(InputError) -> String {
    guard case .string(let text) = node.value else { throw mismatch(node, expected) }
    return text
  }

  func flag(_ node: JSONNode, _ expected: String) throws(InputError) -> Bool {
    guard case .bool(let flag) = node.value else { throw mismatch(node, expected) }
    return flag
  }

  /// Returns a whole number that fits in 64 bits.
  func integer(_ node: JSONNode, _ expected: String) throws(InputError) -> Int {
    guard case .numeral(let numeral) = node.value, let integer = Int(numeral) else { throw mismatch(node, expected) }
    return integer
  }

  func count(_ node: JSONNode, _ expected: String) throws(InputError) -> Int {
    let count = try integer(node, expected)
    guard count >= 0 else { throw mismatch(node, expected) }
    return count
  }

  /// Throws an error at the first key that is not one of the known ones, because what it states would not be compared.
  func requireKeys(of object: LitmusObject, _ known: [String]) throws(InputError) {
    for (node, _) in object.members {
      guard case .string(let key) = node.value, !known.contains(key) else { continue }
      throw error(node, "unknown key \(key.quoted)", expected: "one of " + known.joined(separator: ", "))
    }
  }

  private func mismatch(_ node: JSONNode, _ expected: String) -> InputError {
    error(node, "got \(node.kindInWords)", expected: expected)
  }
}

/// The members of an object.
struct LitmusObject {
  let node: JSONNode
  let members: [(key: JSONNode, value: JSONNode)]

  /// The value of a member, or `nil` if it is missing or null.
  subscript(key: String) -> JSONNode? {
    for member in members {
      if case .string(key) = member.key.value {
        if case .null = member.value.value { return nil }
        return member.value
      }
    }
    return nil
  }
}

extension JSONNode {
  /// The value that was found, for messages.
  fileprivate var kindInWords: String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .numeral(let numeral): numeral.count > 40 ? "a number of \(numeral.count) digits" : numeral
    case .string(let text): text.quoted
    case .array: "an array"
    case .object: "an object"
    }
  }
}
