package import CSingletonPlatform
package import SingletonPlatform

/// The instructions of a later access, counted in two accesses in a row.
package struct LaterAccess {
  package private(set) var first: cp_steps
  package private(set) var again: cp_steps

  /// The number of accesses to make before the count, which fill the caches of the runtime and of libraries.
  package static let warmUps = 4
  /// The maximum number of attempts to find two equal counts in a row. They can differ because an access occasionally
  /// fills a cache of the allocator.
  private static let tries = 3

  /// An access that cannot be counted is not repeated, because its steps take most of the time.
  ///
  /// - Parameters:
  ///   - most: The number of instructions up to which an access is repeated.
  ///   - access: Performs an access and counts its instructions.
  package init(repeatingUpTo most: UInt64 = .max, counting access: () -> cp_steps) {
    first = access()
    again = first
    guard let count = first.count, count.instructions <= most else { return }
    again = access()
    for _ in 1..<Self.tries where first.count != again.count {
      first = again
      again = access()
    }
  }

  package init(_ first: cp_steps, _ again: cp_steps) { (self.first, self.again) = (first, again) }

  /// The count, or `nil` if an access could not be counted, or if both counts differ.
  package var count: InstructionCount? { first.count == again.count ? first.count : nil }

  /// Both counts in words, or `nil` if they are equal or unknown.
  package var difference: String? {
    guard let one = first.count, let other = again.count, one != other else { return nil }
    return "two later accesses differ: \(one), then \(other)"
  }

  /// Why there is no count, in a sentence without its period, or `nil` if there is one.
  package var obstacle: String? { first.obstacle ?? again.obstacle ?? difference }
}
