import SingletonPlatform

/// Static constants whose initializers ask for each other, so that each waits for the next one, and the last for the first.
package struct InitializerCycle {
  /// The names of the constants, such as `Theme.shared`. Each initializer asks for the next constant.
  package let constants: [String]

  /// What a function on a stack does.
  package enum Step: Equatable, Sendable {
    /// It is the initializer of a constant, given its whole name.
    case runs(String)
    /// It has asked for a constant.
    case asks(String)
  }

  /// Looks for a cycle in what the threads that wait have done.
  ///
  /// - Parameter stacks: The steps on the stack of each, the innermost first.
  package init?(in stacks: [[Step]]) {
    var asked: [String: Set<String>] = [:]
    for stack in stacks {
      var running: String?
      for step in stack.reversed() {
        switch step {
        case .runs(let constant): running = constant
        case .asks(let constant):
          if let running { asked[running, default: []].insert(constant) }
          // Its initializer runs, or is waited for.
          running = constant
        }
      }
    }
    guard let found = asked.keys.sorted().lazy.compactMap({ Self.cycle(from: $0, asked) }).first else { return nil }
    constants = found.compactMap(FunctionName.short)
  }

  /// Looks for a cycle in the stacks of the threads that wait: the addresses of the code, the innermost first.
  package init?(at stacks: [[UInt]]) { self.init(in: Self.steps(on: stacks)) }

  /// Returns what the functions on stacks do.
  ///
  /// - Parameter stacks: For each stack, the addresses of the code, the innermost first. All but the address at which a thread
  ///   is are those before the ones to which calls return.
  package static func steps(on stacks: [[UInt]]) -> [[Step]] {
    let calls = stacks.map { $0.map { OnceCall(before: $0 &+ 1) } }
    // The initializers that form a cycle have all been asked for.
    let known = calls.joined().compactMap(\.self)
    return zip(stacks, calls).map { stack, calls in
      zip(stack, calls).flatMap { address, call in
        let running = known.first { $0.initializer.contains(address) }.map { Step.runs($0.constant) }
        return [call.map { .asks($0.constant) }, running].compactMap(\.self)
      }
    }
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
