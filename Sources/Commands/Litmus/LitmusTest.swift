import ArgumentParsing
import MemoryModels
import ModelChecker
import TextFormats

/// One program of a litmus file, and what the file states of it.
struct LitmusTest {
  let name: String
  /// As the file spells them.
  let observed: [String]
  let program: LitmusProgram
  /// Nothing for a model of which nothing is stated.
  let statements: [MemoryModel: LitmusStatement]
  private let node: JSONNode
  private let document: JSONDocument

  /// - Parameter number: from 1, for messages about a test that has no name.
  init(_ node: JSONNode, number: Int, of document: JSONDocument) throws(InputError) {
    let object = try LitmusField(document: document, context: "test \(number): ").object(node, "a test, an object")
    name = try Self.name(of: object, number, document)
    let source = LitmusSource(field: LitmusField(document: document, context: "\(name): "), object: object)
    program = try source.program()
    observed = try source.observed()
    statements = try source.statements(observing: observed.count)
    self.node = node
    self.document = document
  }

  /// What is wrong with the program as it runs.
  func error(_ problem: String, expected: String) -> InputError {
    document.error(at: node, "\(name): \(problem)", expected: expected)
  }

  /// It heads a section of the table, so it is one line and nothing that moves a terminal's cursor.
  private static func name(
    of object: LitmusObject, _ number: Int, _ document: JSONDocument
  ) throws(InputError) -> String {
    let field = LitmusField(document: document, context: "test \(number): ")
    let expected = "\"name\", a text of one line"
    guard let node = object["name"] else { throw field.error(object.node, "no name", expected: expected) }
    let name = try field.text(node, expected)
    let isLine = name.unicodeScalars.allSatisfy { scalar in
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard isLine, name.contains(where: { !$0.isWhitespace }) else {
      throw field.error(node, "got \(name.quoted)", expected: expected)
    }
    return name
  }
}
