import SingletonMemoryModels
import SingletonModelChecker
import SingletonTextFormats

/// The source of a test in its file.
struct LitmusSource {
  let field: LitmusField
  let object: LitmusObject

  func instructions() throws(InputError) -> [[String]] { try texts(of: nodesOfThreads().instructions) }

  func program() throws(InputError) -> LitmusProgram {
    let (threads, instructions) = try nodesOfThreads()
    let texts = try texts(of: instructions)
    let (initial, observed) = (try initialValues(), try observed())
    do {
      return try LitmusProgram(threads: texts, initial: initial, observe: observed)
    } catch {
      throw located(error, threads, instructions)
    }
  }

  func observed() throws(InputError) -> [String] {
    var observed: [String] = []
    for node in try observedNodes() {
      observed.append(try field.text(node, "thread:register or a location, as a string"))
    }
    return observed
  }

  func statements(observing count: Int) throws(InputError) -> [MemoryModel: LitmusStatement] {
    var statements: [MemoryModel: LitmusStatement] = [:]
    for model in MemoryModel.allCases {
      guard let node = object[model.rawValue] else { continue }
      let context = field.context + model.rawValue + ": "
      let field = LitmusField(document: field.document, context: context)
      statements[model] = try LitmusStatement(node, field, observing: count)
    }
    return statements
  }

  private func nodesOfThreads() throws(InputError) -> (threads: JSONNode, instructions: [[JSONNode]]) {
    guard let threads = object["threads"] else {
      throw field.error(object.node, "no threads", expected: "\"threads\", an array of arrays of instructions")
    }
    var instructions: [[JSONNode]] = []
    for thread in try field.array(threads, "an array of threads") {
      instructions.append(try field.array(thread, "a thread, an array of instructions"))
    }
    return (threads, instructions)
  }

  private func observedNodes() throws(InputError) -> [JSONNode] {
    try object["observe"].map { node throws(InputError) in try field.array(node, "an array of registers and locations")
    } ?? []
  }

  private func texts(of instructions: [[JSONNode]]) throws(InputError) -> [[String]] {
    var threads: [[String]] = []
    for thread in instructions {
      var texts: [String] = []
      for node in thread { texts.append(try field.text(node, "an instruction, as a string")) }
      threads.append(texts)
    }
    return threads
  }

  private func initialMembers() throws(InputError) -> LitmusObject? {
    try object["init"].map { node throws(InputError) in
      try field.object(node, "an object of locations and whole numbers")
    }
  }

  private func initialValues() throws(InputError) -> [String: Int] {
    var values: [String: Int] = [:]
    for member in try initialMembers()?.members ?? [] {
      let name = try field.text(member.key, "a location")
      values[name] = try field.integer(member.value, "a whole number from -2^63 to 2^63 - 1")
    }
    return values
  }
}

extension LitmusSource {
  /// Returns the error of a program with its place in the file.
  private func located(_ error: LitmusError, _ threads: JSONNode, _ instructions: [[JSONNode]]) -> InputError {
    let got = "got \(error.got.harmless)"
    switch error.place {
    case .instruction(let thread, let index, let column):
      return inside(
        instructions[thread][index], behind: column - 1, "thread \(thread), instruction \(index): " + got,
        error.expected)
    case .threads: return field.error(threads, got, expected: error.expected)
    case .initial(let name): return field.error(key(name) ?? threads, got, expected: error.expected)
    case .observe(let index):
      let nodes = (try? observedNodes()) ?? []
      return field.error(nodes[index], got, expected: error.expected)
    }
  }

  /// - Parameter count: The number of characters (not Unicode scalars) before the place.
  private func inside(_ node: JSONNode, behind count: Int, _ problem: String, _ expected: String) -> InputError {
    guard case .string(let text) = node.value else { return field.error(node, problem, expected: expected) }
    let scalars = text.prefix(count).unicodeScalars.count
    return field.document.error(inside: node, behind: scalars, field.context + problem, expected: expected)
  }

  private func key(_ name: String) -> JSONNode? {
    let members = (try? initialMembers())?.members ?? []
    return members.first { if case .string(name) = $0.key.value { true } else { false } }?.key
  }
}
