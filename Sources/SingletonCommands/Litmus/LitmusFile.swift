import SingletonArgumentParsing
import SingletonTextFormats

/// A file of litmus programs: an object with an array of `tests`, such an array alone, or a single test.
struct LitmusFile {
  let path: String
  let tests: [LitmusTest]

  init(path: String) throws(InputError) {
    try self.init(JSONDocument(path: path))
  }

  init(_ document: JSONDocument) throws(InputError) {
    path = document.path
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
