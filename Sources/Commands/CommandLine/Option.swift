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

  /// An option without a value.
  init(flag name: String, sets path: WritableKeyPath<Settings, Bool>, _ meaning: String) {
    facts = OptionFacts(name: name, value: nil, meaning: meaning)
    effect = .set { settings, _ in settings[keyPath: path] = true }
  }

  private init(facts: OptionFacts, effect: Effect) {
    self.facts = facts
    self.effect = effect
  }

  /// The option in settings that contain these.
  func inside<Outer>(_ path: WritableKeyPath<Outer, Settings>) -> Option<Outer> {
    let effect: Option<Outer>.Effect =
      switch self.effect {
      case .set(let set): .set { outer, text in try set(&outer[keyPath: path], text) }
      case .showHelp: .showHelp
      case .showVersion: .showVersion
      }
    return Option<Outer>(facts: facts, effect: effect)
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

  /// So many.
  init<Value>(
    _ kind: ValueKind<Value>, count: ClosedRange<Int>, appendsTo path: WritableKeyPath<Settings, [Value]>
  ) {
    facts = OperandFacts(value: kind.facts, count: count)
    set = { settings, text in
      settings[keyPath: path].append(try kind.read(text, for: kind.facts.placeholder))
    }
  }
}

struct OperandFacts {
  let value: ValueFacts
  let count: ClosedRange<Int>

  /// As a usage line shows it.
  var usage: String {
    let name = value.placeholder + (count.upperBound == .max ? "..." : "")
    return count.lowerBound == 0 ? "[\(name)]" : name
  }

  /// Completes "expected: ".
  var words: String {
    switch count {
    case 1...1: "one \(value.placeholder)"
    case _ where count.upperBound == .max: "one \(value.placeholder) or more"
    default: "at most \(count.upperBound) of \(value.placeholder)"
    }
  }
}
