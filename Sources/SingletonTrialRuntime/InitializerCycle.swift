/// Static constants whose initializers ask for each other, so that each waits for the next one, and the last for the first.
package struct InitializerCycle {
  /// The names of the constants, such as `Theme.shared`. Each initializer asks for the next constant.
  package let constants: [String]

  /// Looks for a cycle in the stacks of the threads that wait: the demangled names of the functions, the innermost first.
  ///
  /// A function that returns a constant's address is on a stack while the initializer of the constant runs, or while the
  /// function waits for it. The one below it that runs the initializer has the same name, and asks for nothing.
  package init?(in stacks: [[String]]) {
    var asked: [String: Set<String>] = [:]
    for stack in stacks {
      var asking: (constant: String, isCaller: Bool)?
      for function in stack.reversed() {
        let constant = Self.constant(function)
        if let asking, let constant, asking.constant != constant || !asking.isCaller {
          asked[asking.constant, default: []].insert(constant)
        }
        asking = constant.map { ($0, true) } ?? asking.map { ($0.constant, false) }
      }
    }
    guard let found = asked.keys.sorted().lazy.compactMap({ Self.cycle(from: $0, asked) }).first else { return nil }
    constants = found.compactMap(FunctionName.short)
  }

  /// Looks for a cycle in the stacks of the threads that wait: the addresses of the code, the innermost first.
  package init?(at stacks: [[UInt]]) {
    let names = Dictionary(Set(stacks.joined()).map { ($0, FunctionName.whole(at: $0)) }) { name, _ in name }
    self.init(in: stacks.map { $0.compactMap { names[$0]! } })
  }

  /// Returns the whole name of the constant whose address a function returns, without its type.
  private static func constant(_ function: String) -> String? {
    function.firstRange(of: ".unsafeMutableAddressor :").map { String(function[..<$0.lowerBound]) }
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
  package var description: String {
    "the initializer of \(constants[0]) waits for "
      + (constants.dropFirst() + [constants[0]]).joined(separator: ", whose initializer waits for ")
  }
}
