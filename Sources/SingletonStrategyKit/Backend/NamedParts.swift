/// A value that consists of primitives, for which a counterexample uses names derived from the value's name.
package protocol NamedParts {
  var namedParts: [NamedPart] { get }
}

/// A part of a value, with its name.
package struct NamedPart {
  package enum Name {
    /// The value's own name.
    case same
    /// The value's name with this suffix.
    case suffix(String)
    /// This name, whatever the value's is.
    case own(String)
  }

  package let name: Name
  package let value: Any
  /// Whether the part is a flag, so that its words are described as set or not set.
  package let isFlag: Bool

  package init(_ name: Name, _ value: Any, isFlag: Bool = false) {
    self.name = name
    self.value = value
    self.isFlag = isFlag
  }
}

extension Variable: NamedParts {
  package var namedParts: [NamedPart] { [NamedPart(.same, memory)] }
}

extension Flag: NamedParts {
  package var namedParts: [NamedPart] { [NamedPart(.same, memory, isFlag: true)] }
}

extension AtomicVariable: NamedParts {
  package var namedParts: [NamedPart] { [NamedPart(.same, memory)] }
}

extension WeakVariable: NamedParts {
  package var namedParts: [NamedPart] { [NamedPart(.same, memory), NamedPart(.suffix("'s own lock"), lock)] }
}

extension VariablePerCaller: NamedParts {
  package var namedParts: [NamedPart] { [NamedPart(.same, memory)] }
}

extension FlagPerCaller: NamedParts {
  package var namedParts: [NamedPart] { [NamedPart(.same, memory, isFlag: true)] }
}

extension PerClass: NamedParts {
  package var namedParts: [NamedPart] { [NamedPart(.suffix(".parent"), parent), NamedPart(.suffix(".child"), child)] }
}
