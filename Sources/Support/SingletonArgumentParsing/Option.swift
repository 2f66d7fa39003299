/// An option of a command. The parser, the help, the completions, and the arguments of child processes are derived from
/// it.
package struct Option<Settings> {
  package let info: OptionInfo
  let set: (inout Settings, String) throws(UsageError) -> Void
  /// Returns the values that reproduce the settings, or an empty array if the option can be omitted.
  private let values: (Settings) -> [String]

  /// Creates an option whose value replaces the default.
  ///
  /// - Parameter default: The default in words, or `nil` if the help does not state it.
  package init<Value>(
    _ name: String, _ kind: ArgumentValue<Value>, sets path: WritableKeyPath<Settings, Value>,
    _ meaning: @autoclosure @escaping () -> String, default standard: @autoclosure @escaping () -> String? = nil
  ) {
    info = OptionInfo(name: name, value: kind.info, meaning: meaning, default: standard)
    set = { (settings, text) throws(UsageError) in settings[keyPath: path] = try kind.read(text, for: name) }
    values = { [kind.format($0[keyPath: path])] }
  }

  /// Creates an option whose value has no default.
  package init<Value>(
    _ name: String, _ kind: ArgumentValue<Value>, sets path: WritableKeyPath<Settings, Value?>,
    _ meaning: @autoclosure @escaping () -> String, default standard: @autoclosure @escaping () -> String? = nil
  ) {
    info = OptionInfo(name: name, value: kind.info, meaning: meaning, default: standard)
    set = { (settings, text) throws(UsageError) in settings[keyPath: path] = try kind.read(text, for: name) }
    values = { $0[keyPath: path].map { [kind.format($0)] } ?? [] }
  }

  /// Creates an option that can be given several times.
  package init<Value>(
    _ name: String, _ kind: ArgumentValue<Value>, appendsTo path: WritableKeyPath<Settings, [Value]>,
    _ meaning: @autoclosure @escaping () -> String, default standard: @autoclosure @escaping () -> String? = nil
  ) {
    info = OptionInfo(name: name, value: kind.info, meaning: meaning, default: standard, repeats: true)
    set = { (settings, text) throws(UsageError) in settings[keyPath: path].append(try kind.read(text, for: name)) }
    values = { $0[keyPath: path].map(kind.format) }
  }

  /// Creates an option without a value.
  package init(flag name: String, sets path: WritableKeyPath<Settings, Bool>, _ meaning: String) {
    info = OptionInfo(name: name, value: nil, meaning: { meaning })
    set = { settings, _ in settings[keyPath: path] = true }
    values = { $0[keyPath: path] ? [""] : [] }
  }

  private init<Inner>(_ option: Option<Inner>, inside path: WritableKeyPath<Settings, Inner>) {
    info = option.info
    set = { (settings, text) throws(UsageError) in try option.set(&settings[keyPath: path], text) }
    values = { option.values($0[keyPath: path]) }
  }

  /// Returns this option for settings that contain these settings as a part.
  package func inside<Outer>(_ path: WritableKeyPath<Outer, Settings>) -> Option<Outer> {
    Option<Outer>(self, inside: path)
  }

  /// Returns the arguments that reproduce these settings.
  package func arguments(for settings: Settings) -> [String] {
    values(settings).map { info.value == nil ? info.name : "\(info.name)=\($0)" }
  }
}

/// The description of an option for help and completions.
package struct OptionInfo {
  /// The name with its two dashes.
  package let name: String
  var short: String?
  /// The description of the value, or `nil` for a flag.
  package let value: ValueInfo?
  // The text is composed only for help and completions, as for values.
  package let meaning: () -> String
  /// Returns the default in words, or `nil` if the help does not state it.
  var `default`: () -> String? = { nil }
  var repeats = false

  static var help: OptionInfo { OptionInfo(name: "--help", short: "-h", value: nil, meaning: { "show this help" }) }
  static var version: OptionInfo { OptionInfo(name: "--version", value: nil, meaning: { "show the version" }) }

  var spellings: [String] { [short, name].compactMap { $0 } }
}
