/// An option of a command, declared once: the parser, the help text and the completions derive from it.
struct Option<Settings> {
  enum Effect {
    case set((inout Settings, String) throws -> Void)
    case showHelp
    case showVersion
  }

  let facts: OptionFacts
  let effect: Effect

  /// An option with a value that replaces the default.
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, sets path: WritableKeyPath<Settings, Value>, _ meaning: String,
    standard: String? = nil
  ) {
    facts = OptionFacts(name: name, value: kind.facts, meaning: meaning, standard: standard)
    effect = .set { settings, text in settings[keyPath: path] = try kind.read(text, for: name) }
  }

  /// The same where the default is that there is none.
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, sets path: WritableKeyPath<Settings, Value?>, _ meaning: String,
    standard: String? = nil
  ) {
    facts = OptionFacts(name: name, value: kind.facts, meaning: meaning, standard: standard)
    effect = .set { settings, text in settings[keyPath: path] = try kind.read(text, for: name) }
  }

  /// An option that may be given several times.
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, appendsTo path: WritableKeyPath<Settings, [Value]>, _ meaning: String,
    standard: String? = nil
  ) {
    facts = OptionFacts(name: name, value: kind.facts, meaning: meaning, standard: standard, repeats: true)
    effect = .set { settings, text in settings[keyPath: path].append(try kind.read(text, for: name)) }
  }

  private init(facts: OptionFacts, effect: Effect) {
    self.facts = facts
    self.effect = effect
  }

  /// What every command has besides its own options.
  static var common: [Option<Settings>] {
    [
      Option(
        facts: OptionFacts(name: "--help", short: "-h", value: nil, meaning: "show this help"), effect: .showHelp),
      Option(facts: OptionFacts(name: "--version", value: nil, meaning: "show the version"), effect: .showVersion),
    ]
  }
}

/// What help and completions show of an option.
struct OptionFacts {
  /// With its two dashes.
  let name: String
  var short: String?
  /// nil = a flag.
  let value: ValueFacts?
  let meaning: String
  /// The default, in words.
  var standard: String?
  var repeats = false

  var spellings: [String] { [short, name].compactMap { $0 } }
}

/// What a command takes besides options.
struct Operand<Settings> {
  let facts: OperandFacts
  let set: (inout Settings, String) throws -> Void

  /// Exactly one.
  init<Value>(_ kind: ValueKind<Value>, sets path: WritableKeyPath<Settings, Value>) {
    facts = OperandFacts(value: kind.facts, count: 1...1)
    set = { settings, text in settings[keyPath: path] = try kind.read(text, for: kind.facts.placeholder) }
  }
}

struct OperandFacts {
  let value: ValueFacts
  let count: ClosedRange<Int>
}
