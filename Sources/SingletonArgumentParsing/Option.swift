/// An option of a command, from which parser, help, completions, and the arguments of child processes are derived.
package struct Option<Settings> {
  enum Effect {
    case set((inout Settings, String) throws(UsageError) -> Void)
    case showHelp
    case showVersion
  }

  package let info: OptionInfo
  let effect: Effect
  /// A closure that returns the values that reproduce settings; empty if the option is not to be given.
  private let values: (Settings) -> [String]

  private init(info: OptionInfo, effect: Effect, values: @escaping (Settings) -> [String] = { _ in [] }) {
    self.info = info
    self.effect = effect
    self.values = values
  }

  /// Creates an option whose value replaces the default.
  ///
  /// - Parameter default: The default in words, or `nil` if the help does not state it.
  package init<Value>(
    _ name: String, _ kind: ArgumentValue<Value>, sets path: WritableKeyPath<Settings, Value>,
    _ meaning: @autoclosure @escaping () -> String, default standard: @autoclosure @escaping () -> String? = nil
  ) {
    self.init(
      info: OptionInfo(name: name, value: kind.info, meaning: meaning(), default: standard()),
      effect: .set { (settings, text) throws(UsageError) in settings[keyPath: path] = try kind.read(text, for: name) },
      values: { [kind.format($0[keyPath: path])] })
  }

  /// Creates an option whose value has no default.
  package init<Value>(
    _ name: String, _ kind: ArgumentValue<Value>, sets path: WritableKeyPath<Settings, Value?>,
    _ meaning: @autoclosure @escaping () -> String, default standard: @autoclosure @escaping () -> String? = nil
  ) {
    self.init(
      info: OptionInfo(name: name, value: kind.info, meaning: meaning(), default: standard()),
      effect: .set { (settings, text) throws(UsageError) in settings[keyPath: path] = try kind.read(text, for: name) },
      values: { $0[keyPath: path].map { [kind.format($0)] } ?? [] })
  }

  /// Creates an option that can be given several times.
  package init<Value>(
    _ name: String, _ kind: ArgumentValue<Value>, appendsTo path: WritableKeyPath<Settings, [Value]>,
    _ meaning: @autoclosure @escaping () -> String, default standard: @autoclosure @escaping () -> String? = nil
  ) {
    self.init(
      info: OptionInfo(name: name, value: kind.info, meaning: meaning(), default: standard(), repeats: true),
      effect: .set { (settings, text) throws(UsageError) in
        let value = try kind.read(text, for: name)
        settings[keyPath: path].append(value)
      },
      values: { $0[keyPath: path].map(kind.format) })
  }

  /// Creates an option without a value.
  package init(flag name: String, sets path: WritableKeyPath<Settings, Bool>, _ meaning: String) {
    self.init(
      info: OptionInfo(name: name, value: nil, meaning: meaning),
      effect: .set { settings, _ in settings[keyPath: path] = true },
      values: { $0[keyPath: path] ? [""] : [] })
  }

  /// Returns the option for outer settings that contain these.
  package func inside<Outer>(_ path: WritableKeyPath<Outer, Settings>) -> Option<Outer> {
    let effect: Option<Outer>.Effect =
      switch self.effect {
      case .set(let set): .set { (outer, text) throws(UsageError) in try set(&outer[keyPath: path], text) }
      case .showHelp: .showHelp
      case .showVersion: .showVersion
      }
    return Option<Outer>(info: info, effect: effect, values: { [values] in values($0[keyPath: path]) })
  }

  /// Returns the arguments that reproduce these settings.
  package func arguments(for settings: Settings) -> [String] {
    values(settings).map { info.value == nil ? info.name : "\(info.name)=\($0)" }
  }

  /// The options that every command has in addition to its own.
  static var common: [Option<Settings>] {
    [
      Option(info: OptionInfo(name: "--help", short: "-h", value: nil, meaning: "show this help"), effect: .showHelp),
      Option(info: OptionInfo(name: "--version", value: nil, meaning: "show the version"), effect: .showVersion),
    ]
  }
}

/// The description of an option in help and completions.
package struct OptionInfo {
  /// The name with its two dashes.
  package let name: String
  let short: String?
  /// The description of the value, or `nil` for a flag.
  let value: ValueInfo?
  let repeats: Bool
  // Composed only for help and completions, like the texts of a value.
  private let composeMeaning: () -> String
  private let composeDefault: () -> String?

  init(
    name: String, short: String? = nil, value: ValueInfo?, meaning: @autoclosure @escaping () -> String,
    default standard: @autoclosure @escaping () -> String? = nil, repeats: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.repeats = repeats
    composeMeaning = meaning
    composeDefault = standard
  }

  var meaning: String { composeMeaning() }
  /// The default in words, or `nil` if the help does not state one.
  var `default`: String? { composeDefault() }

  var spellings: [String] { [short, name].compactMap { $0 } }
}
