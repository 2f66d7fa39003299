/// Number formats for people: short in tables, with separators in sentences.
package enum HumanFormat {
  /// Returns a count with separators, such as `3,201,024`.
  package static func grouped(_ count: some BinaryInteger) -> String {
    let digits = Array(String(count))
    let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max($0 - 3, 0)..<$0]) }
    return groups.reversed().joined(separator: ",")
  }

  /// Returns a count and its noun, such as `1 thread` or `64 threads`.
  package static func counted(_ count: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
