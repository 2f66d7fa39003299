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
    var fields: [String: LitmusField] = [:]
    for field in try Self.fields(of: LitmusField(document: document, node: document.root)) {
      let test = try LitmusTest(field.named("test \(tests.count + 1)"))
      if let first = fields.updateValue(field, forKey: test.name) {
        throw field.error(
          "a second test \(test.name.quoted); the first is on line \(document.line(of: first.node))",
          expected: "each name once")
      }
      tests.append(test)
    }
    self.tests = tests
  }

  private static func fields(of root: LitmusField) throws(InputError) -> [LitmusField] {
    if case .array = root.node.value { return root.elements }
    let shape = "an object with \"tests\", an array of tests, or one test with \"name\" and \"threads\""
    try root.requireObject(shape)
    if let tests = root["tests"] { return try tests.array("an array of tests") { $0 } }
    if root["threads"] != nil { return [root] }
    throw root.error("neither \"tests\" nor \"threads\"", expected: shape)
  }
}

/// One program of a litmus file, with the results that the file states.
struct LitmusTest {
  let name: String
  /// The observed places as spelled in the file.
  let observed: [String]
  let program: LitmusProgram
  /// The stated results; models without stated results are missing.
  let statements: [MemoryModel: LitmusStatement]
  private let field: LitmusField

  /// - Parameter unnamed: The test, by its number.
  init(_ unnamed: LitmusField) throws(InputError) {
    try unnamed.requireObject("a test, an object")
    name = try Self.name(of: unnamed)
    field = unnamed.named(name)
    guard let threads = field["threads"] else {
      throw field.error("no threads", expected: "\"threads\", an array of arrays of instructions")
    }
    let instructions = try threads.array("an array of threads") { thread throws(InputError) in
      try thread.array("a thread, an array of instructions") { instruction throws(InputError) in
        try instruction.text("an instruction, as a string")
      }
    }
    var initial: [String: Int] = [:]
    for (name, value) in try field["init"]?.members("an object of locations and whole numbers") ?? [] {
      initial[try name.text("a location")] = try value.integer("a whole number from -2^63 to 2^63 - 1")
    }
    observed =
      try field["observe"]?.array("an array of registers and locations") { place throws(InputError) in
        try place.text("thread:register or a location, as a string")
      } ?? []
    do {
      program = try LitmusProgram(threads: instructions, initial: initial, observe: observed)
    } catch {
      throw Self.located(error, in: field)
    }
    var statements: [MemoryModel: LitmusStatement] = [:]
    for model in MemoryModel.allCases {
      guard let stated = field[model.rawValue] else { continue }
      statements[model] = try LitmusStatement(stated.named("\(name): \(model.rawValue)"), observing: observed.count)
    }
    self.statements = statements
  }

  /// Returns an error that is found only when the program runs.
  func error(_ problem: String, expected: String) -> InputError { field.error(problem, expected: expected) }

  /// Returns the name, which is a heading in the table and so must be one line without control characters.
  private static func name(of field: LitmusField) throws(InputError) -> String {
    let expected = "\"name\", a string of one line"
    guard let node = field["name"] else { throw field.error("no name", expected: expected) }
    let name = try node.text(expected)
    let isLine = name.unicodeScalars.allSatisfy { scalar in
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard isLine, name.contains(where: { !$0.isWhitespace }) else {
      throw node.error("got \(name.quoted)", expected: expected)
    }
    return name.harmless
  }

  /// Returns an error in a program, with its place in the file.
  private static func located(_ error: LitmusError, in test: LitmusField) -> InputError {
    let got = "got \(error.got.harmless)"
    guard let threads = test["threads"] else { return test.error(got, expected: error.expected) }
    switch error.place {
    case .instruction(let thread, let index, let column):
      return threads.elements[thread].elements[index].error(
        "thread \(thread), instruction \(index): " + got, behind: column - 1, expected: error.expected)
    case .threads: return threads.error(got, expected: error.expected)
    case .initial(let name): return (test["init"]?.key(name) ?? threads).error(got, expected: error.expected)
    case .observe(let index):
      return (test["observe"]?.elements[index] ?? threads).error(got, expected: error.expected)
    }
  }
}

// MARK: - Fields

/// A part of a litmus file; its errors name the place and what was expected there.
struct LitmusField {
  let document: JSONDocument
  let node: JSONNode
  /// The beginning of error messages, which names the test.
  private(set) var context = ""

  func named(_ name: String) -> LitmusField { LitmusField(document: document, node: node, context: name + ": ") }

  private func part(_ node: JSONNode) -> LitmusField { LitmusField(document: document, node: node, context: context) }

  func error(_ problem: String, expected: String) -> InputError {
    document.error(at: node, context + problem, expected: expected)
  }

  /// - Parameter count: The number of characters (not Unicode scalars) of the text before the place.
  func error(_ problem: String, behind count: Int, expected: String) -> InputError {
    guard case .string(let text) = node.value else { return error(problem, expected: expected) }
    let scalars = text.prefix(count).unicodeScalars.count
    return document.error(inside: node, behind: scalars, context + problem, expected: expected)
  }

  private func mismatch(_ expected: String) -> InputError { error("got \(node.kindInWords)", expected: expected) }

  // MARK: Values

  func array<Element>(
    _ expected: String, of element: (LitmusField) throws(InputError) -> Element
  ) throws(InputError) -> [Element] {
    guard case .array = node.value else { throw mismatch(expected) }
    return try elements.map(element)
  }

  /// The elements; none if this is not an array.
  var elements: [LitmusField] { if case .array(let nodes) = node.value { nodes.map(part) } else { [] } }

  func text(_ expected: String) throws(InputError) -> String {
    guard case .string(let text) = node.value else { throw mismatch(expected) }
    return text
  }

  func flag() throws(InputError) -> Bool {
    guard case .bool(let flag) = node.value else { throw mismatch("true or false") }
    return flag
  }

  /// Returns a whole number that fits in 64 bits.
  func integer(_ expected: String) throws(InputError) -> Int {
    guard case .numeral(let numeral) = node.value, let integer = Int(numeral) else { throw mismatch(expected) }
    return integer
  }

  func executions() throws(InputError) -> Int {
    let count = try integer("a number of executions")
    guard count >= 0 else { throw mismatch("a number of executions") }
    return count
  }

  // MARK: Objects

  func requireObject(_ expected: String) throws(InputError) { _ = try members(expected) }

  func members(_ expected: String) throws(InputError) -> [(key: LitmusField, value: LitmusField)] {
    guard case .object(let members) = node.value else { throw mismatch(expected) }
    return members.map { (part($0.key), part($0.value)) }
  }

  /// Requires an object whose keys are all known, because a result under an unknown key would not be compared.
  func requireKeys(_ known: [String], _ expected: String) throws(InputError) {
    for (field, _) in try members(expected) {
      guard case .string(let key) = field.node.value, !known.contains(key) else { continue }
      throw field.error("unknown key \(key.quoted)", expected: "one of " + known.joined(separator: ", "))
    }
  }

  /// The value of a member, or `nil` if it is missing or null.
  subscript(key: String) -> LitmusField? {
    guard let value = member(key)?.value else { return nil }
    if case .null = value.value { return nil }
    return part(value)
  }

  func key(_ key: String) -> LitmusField? { member(key).map { part($0.key) } }

  private func member(_ key: String) -> (key: JSONNode, value: JSONNode)? {
    guard case .object(let members) = node.value else { return nil }
    return members.first { if case .string(key) = $0.key.value { true } else { false } }
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
