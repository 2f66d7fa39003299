/// What help and completions show of an option.
package struct OptionInfo {
  /// The name with its two dashes.
  package let name: String
  let short: String?
  /// `nil` for a flag.
  let value: ValueInfo?
  let meaning: String
  /// The default in words, or `nil` if there is none to tell.
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
