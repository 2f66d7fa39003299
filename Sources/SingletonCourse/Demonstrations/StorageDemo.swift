import SingletonPlatform

/// The places of a static variable and of the object to which it points, while the object comes and goes.
struct StorageDemo {
  /// One moment in the life of the variable.
  struct Moment {
    let variableAddress = UInt(bitPattern: Journal.variable)
    let variableRegion = MemoryRegion(of: Journal.variable)
    /// The region of the object; `nil` if the variable is `nil`.
    let objectRegion = Journal.shared.flatMap { MemoryRegion(of: $0.object) }
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

  var isVariableStatic: Bool { [before, during, after].allSatisfy { $0.variableRegion == .staticStorage } }
  var isVariableFixed: Bool { Set([before, during, after].map(\.variableAddress)).count == 1 }

  var findings: [Demonstration.Finding] {
    [("before the first access", before), ("once there is a journal", during), ("once it is cleared", after)].map {
      ($0, $1.outcome)
    }
  }
}

extension StorageDemo.Moment {
  fileprivate var outcome: String {
    "the variable is \(variableRegion.place); "
      + (objectRegion.map { "the object is \(Optional($0).place)" } ?? "no object")
  }
}

extension MemoryRegion? {
  fileprivate var place: String {
    switch self {
    case .staticStorage?: "in static storage"
    case .heap?: "on the heap"
    case nil: "elsewhere"
    }
  }
}
