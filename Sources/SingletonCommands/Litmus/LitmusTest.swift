import SingletonArgumentParsing
import SingletonMemoryModels
import SingletonModelChecker
import SingletonTextFormats

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
  private let document: JSONDocument

  /// - Parameter number: The number from 1, for messages about a test without a name.
  init(_ node: JSONNode, number: Int, of document: JSONDocument) throws(InputError) {
    let object = try LitmusField(document: document, context: "test \(number): ").object(node, "a test, an object")
    name = try Self.name(of: object, number, document)
    let source = LitmusSource(field: LitmusField(document: document, context: "\(name): "), object: object)
    instructions = try source.instructions()
    program = try source.program()
    observed = try source.observed()
    statements = try source.statements(observing: observed.count)
    self.node = node
    self.document = document
  }

  /// Returns an error that is found when the program runs.
  func error(_ problem: String, expected: String) -> InputError {
    document.error(at: node, "\(name): \(problem)", expected: expected)
  }

  /// Returns the name, which is a heading in the table and so must be one line without control characters.
  private static func name(
    of object: LitmusObject, _ number: Int, _ document: JSONDocument
  ) throws(InputError) -> String {
    let field = LitmusField(document: document, context: "test \(number): ")
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
}
