/// Reads a command's arguments by its option list. Nothing is guessed: what is not declared is an error.
struct CommandLineParser<Settings> {
  enum Request {
    case run(Settings)
    case showHelp
    case showVersion
  }

  private let command: String
  private let options: [Option<Settings>]
  private let operand: Operand<Settings>?
  private var settings: Settings
  private var rest: ArraySlice<String>
  private var given: Set<String> = []
  private var operands = 0

  static func parse(_ arguments: [String], for command: some Command<Settings>) throws -> Request {
    var parser = CommandLineParser(command, arguments: arguments)
    return try parser.parse()
  }

  private init(_ command: some Command<Settings>, arguments: [String]) {
    self.command = command.name
    options = command.allOptions
    operand = command.operand
    settings = command.settings
    rest = arguments[...]
  }

  private mutating func parse() throws -> Request {
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if argument == "--" && !optionsEnded {
        optionsEnded = true
      } else if optionsEnded || !argument.hasPrefix("-") || argument == "-" {
        try takeOperand(argument)
      } else if let request = try takeOption(argument) {
        return request
      }
    }
    try requireOperands()
    return .run(settings)
  }

  private mutating func takeOption(_ argument: String) throws -> Request? {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = options.first(where: { $0.facts.spellings.contains(parts[0]) }) else {
      throw unknownOption(parts[0])
    }
    guard given.insert(option.facts.name).inserted || option.facts.repeats else {
      throw CommandError.usage("\(option.facts.name) is given twice", expected: "at most one \(option.facts.name)")
    }
    let value = try value(of: option.facts, attached: parts.count == 2 ? parts[1] : nil)
    switch option.effect {
    case .set(let set): try set(&settings, value)
    case .showHelp: return .showHelp
    case .showVersion: return .showVersion
    }
    return nil
  }

  /// The empty string for a flag. What looks like an option is no value unless it is attached: more often than not
  /// the value was forgotten.
  private mutating func value(of option: OptionFacts, attached: String?) throws -> String {
    guard let facts = option.value else {
      guard attached == nil else { throw CommandError.usage("\(option.name) takes no value", expected: option.name) }
      return ""
    }
    if let attached { return attached }
    guard let next = rest.first, !next.hasPrefix("--") else {
      throw CommandError.usage(
        "\(option.name) has no value", expected: "\(option.name) \(facts.placeholder): \(facts.expected)")
    }
    rest.removeFirst()
    return next
  }

  private mutating func takeOperand(_ text: String) throws {
    operands += 1
    guard let operand, operands <= operand.facts.count.upperBound else {
      let expected = operand?.facts.words ?? "options only"
      throw CommandError.usage("\(command): unexpected argument \(text.quoted)", expected: expected)
    }
    try operand.set(&settings, text)
  }

  private func requireOperands() throws {
    guard let facts = operand?.facts, operands < facts.count.lowerBound else { return }
    throw CommandError.usage(
      "\(command): \(facts.value.placeholder) is missing", expected: "\(command) \(facts.usage)")
  }

  private func unknownOption(_ text: String) -> CommandError {
    let spellings = options.flatMap(\.facts.spellings)
    let nearest = Spelling.nearest(to: String(text.drop { $0 == "-" }), among: spellings)
    return .usage(
      "unknown option \(text.quoted)", expected: "an option of \(command)", nearest: nearest.map { [$0] } ?? [])
  }
}
