import SingletonArgumentParsing
import SingletonMemoryModels
import SingletonTextFormats

/// A file of litmus programs: an object with an array named `tests`, only such an array, or a single test.
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
    if root.node.elements != nil { return root.elements }
    let shape = "an object with \"tests\", an array of tests, or one test with \"name\" and \"threads\""
    try root.members(shape)
    if let tests = root["tests"] { return try tests.array("an array of tests") }
    if root["threads"] != nil { return [root] }
    throw root.error("neither \"tests\" nor \"threads\"", expected: shape)
  }
}

/// One program of a litmus file, with the results that the file states.
struct LitmusTest {
  let name: String
  /// The observed registers and variables, as spelled in the file.
  let observed: [String]
  let program: LitmusProgram
  /// The stated results of each model. Models without stated results are missing.
  let statements: [MemoryModel: LitmusStatement]
  private let field: LitmusField

  /// - Parameter unnamed: The test. Until its name is read, errors name it by its number.
  init(_ unnamed: LitmusField) throws(InputError) {
    try unnamed.members("a test, an object")
    name = try Self.name(of: unnamed)
    field = unnamed.named(name)
    guard let threads = field["threads"] else {
      throw field.error("no threads", expected: "\"threads\", an array of arrays of instructions")
    }
    let instructions = try threads.array("an array of threads").map { thread throws(InputError) in
      try thread.array("a thread, an array of instructions").map { instruction throws(InputError) in
        try instruction.text("an instruction, as a string")
      }
    }
    var initial: [String: Int] = [:]
    for (name, value) in try field["init"]?.members("an object of locations and whole numbers") ?? [] {
      initial[try name.text("a location")] = try value.integer("a whole number from -2^63 to 2^63 - 1")
    }
    observed =
      try field["observe"]?.array("an array of registers and locations").map { place throws(InputError) in
        try place.text("thread:register or a location, as a string")
      } ?? []
    do {
      program = try LitmusProgram(threads: instructions, initial: initial, observe: observed)
    } catch {
      throw Self.located(error, in: field)
    }
    if let former = field[MemoryModel.formerName] {
      throw former.error("results of \(MemoryModel.formerName), which is not a model any more", expected: "\"arm\"")
    }
    var statements: [MemoryModel: LitmusStatement] = [:]
    for model in MemoryModel.allCases {
      guard let stated = field[model.rawValue] else { continue }
      statements[model] = try LitmusStatement(stated.named("\(name): \(model.rawValue)"), observing: observed.count)
    }
    self.statements = statements
  }

  /// Returns an error in this test that is found only when the program runs.
  func error(_ problem: String, expected: String) -> InputError { field.error(problem, expected: expected) }

  /// Returns the name. It must be one line without control characters, because it is a heading in the table.
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

  /// Converts an error in a program's notation to one with its place in the file.
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

/// A part of a litmus file. Its errors name the place and what was expected there.
struct LitmusField {
  let document: JSONDocument
  let node: JSONNode
  /// The beginning of error messages: the name of the test.
  private(set) var context = ""

  func named(_ name: String) -> LitmusField { LitmusField(document: document, node: node, context: name + ": ") }

  private func part(_ node: JSONNode) -> LitmusField { LitmusField(document: document, node: node, context: context) }

  func error(_ problem: String, expected: String) -> InputError {
    document.error(at: node, context + problem, expected: expected)
  }

  /// - Parameter count: The number of characters (not Unicode scalars) in the text before the error.
  func error(_ problem: String, behind count: Int, expected: String) -> InputError {
    guard case .string(let text) = node.value else { return error(problem, expected: expected) }
    let scalars = text.prefix(count).unicodeScalars.count
    return document.error(inside: node, behind: scalars, context + problem, expected: expected)
  }

  /// Returns the value. Throws an error if it is `nil`, because then this part of the file is not of the expected kind.
  private func require<Value>(_ value: Value?, _ expected: String) throws(InputError) -> Value {
    guard let value else { throw error("got \(node.kindInWords)", expected: expected) }
    return value
  }

  func array(_ expected: String) throws(InputError) -> [LitmusField] { try require(node.elements, expected).map(part) }

  /// The elements of the array, or an empty array if this part is not an array.
  var elements: [LitmusField] { (node.elements ?? []).map(part) }

  func text(_ expected: String) throws(InputError) -> String { try require(node.string, expected) }

  func flag() throws(InputError) -> Bool { try require(node.flag, "true or false") }

  /// Returns a whole number that fits in 64 bits.
  func integer(_ expected: String) throws(InputError) -> Int { try require(node.integer, expected) }

  func executions() throws(InputError) -> Int {
    try require(node.integer.flatMap { $0 < 0 ? nil : $0 }, "a number of executions")
  }

  @discardableResult
  func members(_ expected: String) throws(InputError) -> [(key: LitmusField, value: LitmusField)] {
    try require(node.members, expected).map { (part($0), part($1)) }
  }

  /// Requires an object without unknown keys. A result under an unknown key would be ignored.
  func requireKeys(_ known: [String], _ expected: String) throws(InputError) {
    for (field, _) in try members(expected) {
      let key = try field.text("a key")
      if !known.contains(key) {
        throw field.error("unknown key \(key.quoted)", expected: "one of " + known.joined(separator: ", "))
      }
    }
  }

  /// The member with this key, or `nil` if it is missing or null.
  subscript(key: String) -> LitmusField? {
    guard let value = node[key] else { return nil }
    if case .null = value.value { return nil }
    return part(value)
  }

  func key(_ key: String) -> LitmusField? { node.members?.first { $0.key.text == key }.map { part($0.key) } }
}

extension JSONNode {
  fileprivate var string: String? { if case .string(let text) = value { text } else { nil } }
  fileprivate var flag: Bool? { if case .bool(let flag) = value { flag } else { nil } }
  fileprivate var integer: Int? { if case .numeral(let numeral) = value { Int(numeral) } else { nil } }

  /// A description of the value that was found, for messages.
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
