import Strategies

/// What the strategy calls the primitives at its locations, found by looking at its properties.
struct LocationNames {
  private var names: [Int: String] = [:]
  private var flags: Set<Int> = []

  init(of strategy: any Strategy<ModelWorld>) { look(at: strategy, name: "") }

  private mutating func look(at value: Any, name: String) {
    for child in Mirror(reflecting: value).children {
      guard let label = child.label else { continue }
      if let location = child.value as? Int, label == "location" || label == "first" {
        if names[location] == nil { names[location] = name.isEmpty ? label : name }
        if "\(type(of: value))".hasPrefix("Model") { continue }
      } else if !(child.value is ModelCaller) {
        if "\(type(of: child.value))".hasPrefix("Flag"), let location = Self.location(in: child.value) {
          flags.insert(location)
        }
        look(at: child.value, name: Self.joined(name, label, within: value))
      }
    }
  }

  /// What strategies call a strategy that they are built on; its own properties give the names.
  private static let inner = "base"

  private static func location(in value: Any) -> Int? {
    for child in Mirror(reflecting: value).children {
      if let location = child.value as? Int { return location }
      if !(child.value is ModelCaller), let location = location(in: child.value) { return location }
    }
    return nil
  }

  /// A property of the strategy gives its name; what is inside a primitive adds nothing, but for the lock of a weak
  /// variable, which is not the variable.
  private static func joined(_ name: String, _ label: String, within value: Any) -> String {
    let type = "\(Swift.type(of: value))"
    if type.hasPrefix("WeakVariable"), label == "lock" { return name + "'s own lock" }
    if name.isEmpty || name == Self.inner { return label }
    if type.hasPrefix("PerClass") { return "\(name).\(label)" }
    let isWrapper = ["memory", "semaphore", "state", "sides", "lock", "variable"].contains(label)
    return isWrapper ? name : label
  }

  subscript(location: Int) -> String { names[location] ?? "word \(location)" }

  func isFlag(_ location: Int) -> Bool { flags.contains(location) }
}
