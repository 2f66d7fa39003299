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
