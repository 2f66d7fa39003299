import ModelChecker
import StrategyKit

/// The names of a strategy's primitives, taken from the properties that hold them.
struct LocationNames {
  private var names: [Int: String] = [:]
  private var flags: Set<Int> = []

  init(of strategy: any Strategy<ModelBackend>) { visitProperties(of: strategy) { $0 } }

  private mutating func visitProperties(of value: Any, naming: (String) -> String) {
    for child in Mirror(reflecting: value).children {
      if let label = child.label { visit(child.value, name: naming(label), isFlag: false) }
    }
  }

  private mutating func visit(_ value: Any, name: String, isFlag: Bool) {
    switch value {
    case let primitive as any ModelPrimitive:
      setName(name, isFlag: isFlag, at: primitive.location)
    case let words as ModelPlainWords:
      for (index, location) in words.locations.enumerated() {
        setName("\(name) of thread \(index + 1)", isFlag: isFlag, at: location)
      }
    case let value as any NamedParts:
      for part in value.namedParts { visit(part.value, name: part.name.extending(name), isFlag: isFlag || part.isFlag) }
    // A strategy that is built on another one also has the other's names.
    case is any Strategy<ModelBackend>: visitProperties(of: value) { $0 }
    case _ where Mirror(reflecting: value).displayStyle == .struct: visitProperties(of: value) { name + "." + $0 }
    default: break
    }
  }

  private mutating func setName(_ name: String, isFlag: Bool, at location: Int) {
    if names[location] == nil { names[location] = name }
    if isFlag { flags.insert(location) }
  }

  subscript(location: Int) -> String { names[location] ?? "word \(location)" }

  func isFlag(_ location: Int) -> Bool { flags.contains(location) }
}

extension NamedPart.Name {
  fileprivate func extending(_ name: String) -> String {
    switch self {
    case .same: name
    case .suffix(let suffix): name + suffix
    case .own(let own): own
    }
  }
}
