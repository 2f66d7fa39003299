/// The description of an option in help and completions.
package struct OptionInfo {
  /// The name with its two dashes.
  package let name: String
  let short: String?
  /// The description of the value, or `nil` for a flag.
  let value: ValueInfo?
  let meaning: String
  /// The default in words, or `nil` if the help does not state one.
  let `default`: String?
  let repeats: Bool

  init(
    name: String, short: String? = nil, value: ValueInfo?, meaning: String, default standard: String? = nil,
    repeats: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.meaning = meaning
    self.default = standard
    self.repeats = repeats
  }

  var spellings: [String] { [short, name].compactMap { $0 } }
}
