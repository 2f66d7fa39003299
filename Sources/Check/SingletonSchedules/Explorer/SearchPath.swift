/// The choices of the schedule under way, and the order in which a search makes them: depth first, each schedule from
/// the beginning.
struct SearchPath {
  /// A choice between ways to go on.
  struct Level: Equatable {
    var choice: Int
    let width: Int
    /// What the choice was between, so that a program that does not repeat itself is noticed.
    let mark: UInt32

    fileprivate init(noting value: Int) { (choice, width, mark) = (value, value + 1, 0) }

    init(choice: Int, width: Int, mark: UInt32) { (self.choice, self.width, self.mark) = (choice, width, mark) }
  }

  private(set) var levels: [Level]
  /// The number of choices made in this schedule.
  private(set) var depth = 0

  /// The choices of a schedule to be replayed, or `nil` in a search.
  private let fixed: [Int]?
  /// Draws the choices of a schedule that is one of many, or `nil` if they are made one after another.
  private var draw: (@Sendable (_ depth: Int) -> UInt64)?

  init(_ levels: [Level] = [], replaying choices: [Int]? = nil) {
    self.levels = levels
    fixed = choices
  }

  /// Creates the path of a schedule whose choices are drawn.
  init(drawing draw: @escaping @Sendable (_ depth: Int) -> UInt64) {
    self.init()
    self.draw = draw
  }

  /// Whether all choices of a replayed schedule were made.
  var isReplayed: Bool { fixed.map { depth == $0.count } ?? true }

  /// Whether the next choice is a new one, and not one of the schedule before.
  var isAtEnd: Bool { depth == levels.count }

  /// Creates the path of a schedule all of whose choices are made.
  init(made levels: [Level]) {
    self.init(levels)
    depth = levels.count
  }

  /// Makes the next choice: the previous schedule's up to the point where this one differs from it, and then the first.
  ///
  /// - Returns: The choice, or `nil` if the alternatives are not those of the previous schedule.
  mutating func choose(width: Int, mark: UInt32) -> Level? {
    if depth == levels.count {
      let choice =
        fixed.map { depth < $0.count ? $0[depth] : width } ?? draw.map { Int($0(depth) % UInt64(width)) } ?? 0
      guard choice < width else { return nil }
      levels.append(Level(choice: choice, width: width, mark: mark))
    }
    let level = levels[depth]
    guard level.width == width, level.mark == mark else { return nil }
    depth += 1
    return level
  }

  /// Makes room for what is to be noted, before choices that are made until it is known.
  ///
  /// - Returns: What the previous schedule noted here, or is to be in one that is replayed; `nil` if it is to be found out.
  mutating func beginNote() -> Int? {
    defer { depth += 1 }
    if depth < levels.count { return levels[depth].choice }
    let fixed = fixed.map { depth < $0.count ? $0[depth] : 0 }
    levels.append(Level(noting: fixed ?? 0))
    return fixed
  }

  /// Notes what has come of the latest choice before room was made, so that it comes again.
  ///
  /// - Parameters:
  ///   - index: The number of choices when room was made.
  ///   - expected: What was returned then.
  /// - Returns: The level, which has no alternative, or `nil` if something else was noted.
  mutating func note(_ value: Int, at index: Int, expected: Int?) -> Level? {
    guard expected ?? value == value else { return nil }
    levels[index] = Level(noting: value)
    return levels[index]
  }

  /// Goes on to the next schedule.
  ///
  /// - Returns: Whether there is one.
  mutating func advance() -> Bool {
    levels.removeSubrange(depth...)
    depth = 0
    while let last = levels.last, last.choice + 1 == last.width { levels.removeLast() }
    guard !levels.isEmpty else { return false }
    levels[levels.count - 1].choice += 1
    return true
  }
}
