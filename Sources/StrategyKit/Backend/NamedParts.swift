/// A value that strategies are made of and that consists of primitives, which a counterexample calls by its name.
public protocol NamedParts {
  var namedParts: [NamedPart] { get }
}

/// A part of a value, and its name, given the value's.
public struct NamedPart {
  public enum Name {
    /// The value's own.
    case same
    case suffix(String)
    case own(String)
  }

  public let name: Name
  public let value: Any
  /// Whether the part is a flag, so that its words are read as set or not set.
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
