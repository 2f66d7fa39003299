import SingletonPlatform

/// The places of a static variable and of the object to which it points, while the object comes and goes.
struct StorageDemo {
  /// One moment in the life of the variable.
  struct Moment {
    let variableAddress = UInt(bitPattern: Journal.variable)
    let variable = place(of: Journal.variable)
    let object = Journal.shared.map { "the object is \(place(of: $0.object))" } ?? "no object"
  }

  /// A reference that does not keep a journal alive.
  private struct Reference {
    weak var journal: Journal?
  }

  let before: Moment
  let during: Moment
  let after: Moment
  /// Whether the object ended when the variable was cleared.
  let hasEnded: Bool

  /// The only run of the demonstration, because the program has only one such variable.
  static let run = StorageDemo()

  private init() {
    before = Moment()
    Journal.shared = Journal()
    during = Moment()
    let reference = Reference(journal: Journal.shared)
    Journal.shared = nil
    after = Moment()
    hasEnded = reference.journal == nil
  }

  /// The place of the variable at all moments, in words.
  var variable: String {
    let moments = [before, during, after]
    let isFixed = Set(moments.map(\.variableAddress)).count == 1
    return (isFixed ? "one address " : "several addresses ")
      + Set(moments.map(\.variable)).sorted().joined(separator: " or ")
  }

  var findings: [Lesson.Finding] {
    [("before the first access", before), ("once there is a journal", during), ("once it is cleared", after)].map {
      ($0, "the variable is \($1.variable); \($1.object)")
    }
  }

  private static func place(of address: UnsafeRawPointer) -> String {
    switch MemoryRegion(of: address) {
    case .staticStorage?: "in static storage"
    case .heap?: "on the heap"
    case nil: "elsewhere"
    }
  }
}
