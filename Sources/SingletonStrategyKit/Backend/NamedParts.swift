/// A value that consists of primitives, for which a counterexample uses names derived from the value's name.
public protocol NamedParts {
  var namedParts: [NamedPart] { get }
}

/// A part of a value, with its name.
public struct NamedPart {
  public enum Name {
    /// The value's own name.
    case same
    /// The value's name with this suffix.
    case suffix(String)
    /// This name, whatever the value's is.
    case own(String)
  }

  public let name: Name
  public let value: Any
  /// Whether the part is a flag, so that its words are described as set or not set.
  public let isFlag: Bool

  public init(_ name: Name, _ value: Any, isFlag: Bool = false) {
    self.name = name
    self.value = value
    self.isFlag = isFlag
  }
}

extension Variable: NamedParts {
  public var namedParts: [NamedPart] { [NamedPart(.same, memory)] }
}

extension Flag: NamedParts {
  public var namedParts: [NamedPart] { [NamedPart(.same, memory, isFlag: true)] }
}

extension AtomicVariable: NamedParts {
  public var namedParts: [NamedPart] { [NamedPart(.same, memory)] }
}

extension WeakVariable: NamedParts {
  public var namedParts: [NamedPart] { [NamedPart(.same, memory), NamedPart(.suffix("'s own lock"), lock)] }
}

extension VariablePerCaller: NamedParts {
  public var namedParts: [NamedPart] { [NamedPart(.same, memory)] }
}

extension FlagPerCaller: NamedParts {
  public var namedParts: [NamedPart] { [NamedPart(.same, memory, isFlag: true)] }
}

extension PerClass: NamedParts {
  public var namedParts: [NamedPart] { [NamedPart(.suffix(".parent"), parent), NamedPart(.suffix(".child"), child)] }
}
