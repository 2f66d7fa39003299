/// Static constants whose initializers ask for each other, so that each waits for the next one, and the last for the first.
struct InitializerCycle {
  /// The names of the constants, such as `Theme.shared`. Each initializer asks for the next constant.
  let constants: [String]

  /// Looks for a cycle in the stacks of the threads that wait, which have the innermost function first.
  ///
  /// A function that returns a constant's address is on a stack while the initializer of the constant runs, or while the
  /// function waits for it.
  init?(in stacks: [[String]]) {
    var asked: [String: Set<String>] = [:]
    for stack in stacks {
      let constants = stack.reversed().compactMap(Self.constant)
      for (asking, next) in zip(constants, constants.dropFirst()) where asking != next {
        asked[asking, default: []].insert(next)
      }
    }
    guard let found = asked.keys.sorted().lazy.compactMap({ Self.cycle(from: $0, asked) }).first else { return nil }
    constants = found
  }

  private static let ending = ".unsafeMutableAddressor"

  private static func constant(_ function: String) -> String? {
    function.hasSuffix(ending) ? String(function.dropLast(ending.count)) : nil
  }

  private static func cycle(from first: String, _ asked: [String: Set<String>]) -> [String]? {
    var paths = [[first]]
    while let path = paths.popLast() {
      for next in (asked[path.last!] ?? []).sorted() {
        if next == first { return path }
        if !path.contains(next) { paths.append(path + [next]) }
      }
    }
    return nil
  }
}

extension InitializerCycle: CustomStringConvertible {
  var description: String {
    "the initializer of \(constants[0]) waits for "
      + (constants.dropFirst() + [constants[0]]).joined(separator: ", whose initializer waits for ")
  }
}
