/// The positional argument of a command.
package struct Argument<Settings> {
  let info: ArgumentInfo
  let set: (inout Settings, String) throws(UsageError) -> Void

  /// Creates an argument that is given exactly once.
  package init<Value>(_ kind: ArgumentValue<Value>, sets path: WritableKeyPath<Settings, Value>) {
    info = ArgumentInfo(value: kind.info, count: 1...1)
    set = { (settings, text) throws(UsageError) in
      settings[keyPath: path] = try kind.read(text, for: kind.info.placeholder)
    }
  }

  /// Creates an argument that can be given several times.
  package init<Value>(
    _ kind: ArgumentValue<Value>, count: ClosedRange<Int>, appendsTo path: WritableKeyPath<Settings, [Value]>
  ) {
    info = ArgumentInfo(value: kind.info, count: count)
    set = { (settings, text) throws(UsageError) in
      let value = try kind.read(text, for: kind.info.placeholder)
      settings[keyPath: path].append(value)
    }
  }
}

/// The description of an argument for help and completions.
struct ArgumentInfo {
  let value: ValueInfo
  let count: ClosedRange<Int>

  var usage: String {
    let name = value.placeholder + (count.upperBound == .max ? "..." : "")
    return count.lowerBound == 0 ? "[\(name)]" : name
  }

  /// The text after "expected: " in messages.
  var expected: String {
    switch count {
    case 1...1: "one \(value.placeholder)"
    case _ where count.upperBound == .max: "one \(value.placeholder) or more"
    default: "at most \(count.upperBound) of \(value.placeholder)"
    }
  }
}
