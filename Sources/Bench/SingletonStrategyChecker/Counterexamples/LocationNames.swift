import SingletonModelChecker
import SingletonStrategyKit

/// The names of a strategy's primitives, which are those of the properties that hold them.
package struct LocationNames {
  private var names: [Int: String] = [:]
  private var contents: [Int: Contents] = [:]

  /// The meaning of a location's values.
  package enum Contents {
    case instance, flag, number
  }

  /// Creates the names of no location.
  package init() {}

  init(of strategy: any Strategy<ModelBackend>) { visitProperties(of: strategy) { $0 } }

  private mutating func visitProperties(of value: Any, naming: (String) -> String) {
    for child in Mirror(reflecting: value).children {
      if let label = child.label { visit(child.value, name: naming(label)) }
    }
  }

  private mutating func visit(_ value: Any, name: String, _ meaning: Contents? = nil) {
    switch value {
    case let primitive as any ModelPrimitive:
      set(name, meaning ?? (primitive is ModelAtomicWord ? .number : .instance), at: primitive.location)
    case let words as ModelPlainWords:
      for (index, location) in words.locations.enumerated() {
        set("\(name) of thread \(index + 1)", meaning ?? .instance, at: location)
      }
    case let value as any NamedParts:
      let isFlag = value is Flag<ModelBackend> || value is FlagPerCaller<ModelBackend>
      for (name, part) in value.parts(named: name) { visit(part, name: name, isFlag ? .flag : meaning ?? .instance) }
    // If a strategy builds on another one, the properties of the other strategy also provide names.
    case is any Strategy<ModelBackend>: visitProperties(of: value) { $0 }
    case _ where Mirror(reflecting: value).displayStyle == .struct: visitProperties(of: value) { name + "." + $0 }
    default: break
    }
  }

  private mutating func set(_ name: String, _ meaning: Contents, at location: Int) {
    guard names[location] == nil else { return }
    names[location] = name
    contents[location] = meaning
  }

  subscript(location: Int) -> String { names[location] ?? "word \(location)" }

  func contents(of location: Int) -> Contents { contents[location] ?? .instance }
}
