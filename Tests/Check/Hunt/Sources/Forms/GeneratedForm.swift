import CForms
import Foundation
import PlainCForms
import SingletonCheck

/// A function that may keep state where a check does not look.
struct Function: Sendable {
  let name: String
  /// Calls it for one of two callers.
  let call: @Sendable (_ caller: Int) -> Int
  /// Reads what it has returned, which others may have written over.
  let look: @Sendable (_ returned: Int) -> Int

  init(_ name: String, look: @escaping @Sendable (Int) -> Int = { $0 }, call: @escaping @Sendable (Int) -> Int) {
    (self.name, self.call, self.look) = (name, call, look)
  }

  static let ofC = (0..<Int(hunted_function_count)).map { index -> Function in
    let function = hunted_function_at(Int32(index))
    return Function(
      String(cString: function.name), look: { function.look($0) }, call: { function.call(Int32($0)) })
  }
}

/// Two callers, each of which calls a function, and looks at what it has got when the other one may have called, too.
///
/// What this really does is found by running it in copies of the process, in each order of the four parts. If all orders have
/// one outcome, the form that expects this outcome is sound. If two have different ones, a form that expects one of them is
/// broken.
public struct GeneratedForm {
  private let functions: [Function], isOfTasks: Bool, countsFirst: Bool, choice: Int
  public let name: String

  /// Draws the form with this number.
  public init(seed: UInt64, number: UInt64) {
    var random = SplitMix(state: seed &* 0x9e37_79b9_7f4a_7c15 &+ number)
    let table = Int.random(in: 0..<3, using: &random) == 0 ? foundationFunctions : Function.ofC
    let first = Int.random(in: 0..<table.count, using: &random)
    let distance = Bool.random(using: &random) ? 0 : Int.random(in: -4...4, using: &random)
    functions = [table[first], table[min(max(first + distance, 0), table.count - 1)]]
    isOfTasks = Int.random(in: 0..<3, using: &random) == 0
    countsFirst = Bool.random(using: &random)
    choice = Int.random(in: 0..<6, using: &random)
    name = "\(functions[0].name) beside \(functions[1].name), \(isOfTasks ? "tasks" : "threads")"
  }

  /// What running it has shown: the outcomes of all orders, or `nil` if one order has several, or does not end.
  private func outcomes(onOneThread: Bool) -> Set<[Int]>? {
    var found = Set<[Int]>()
    for order: [Int32] in [[0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 1, 0], [1, 1, 0, 0]] {
      let twice = (0..<2).map { _ in Run(functions: functions).outcome(order, onOneThread: onOneThread) }
      guard let outcome = twice[0], twice[0] == twice[1] else { return nil }
      found.insert(outcome)
    }
    return found
  }

  /// Checks it for one of the outcomes that running it has shown: `nil` if what it does varies.
  public func verdict() async -> Verdict? {
    guard let several = outcomes(onOneThread: false), !isOfTasks || outcomes(onOneThread: true) == several else {
      return nil
    }
    let sorted = several.sorted { $0.lexicographicallyPrecedes($1) }
    var verdict = await form(several.count > 1 ? .broken : .sound, expecting: sorted[choice % sorted.count]).verdict()
    verdict.form = name
    return verdict
  }

  private func form(_ kind: Form.Kind, expecting outcome: [Int]) -> Form {
    var forms = Forms()
    let (functions, countsFirst) = (functions, countsFirst)
    if isOfTasks {
      forms.addCalls("\(kind.rawValue)_tasks", functions, outcome)
    } else {
      forms.add(
        "\(kind.rawValue)_threads", fresh: { Caller(functions, countsFirst) }, roles: { $0.call(0) }, { $0.call(1) },
        expecting: { _, v in v == outcome })
    }
    return forms.all[0]
  }
}

/// Counts its calls under a lock, between what the function returns and what is read of it, and before both if it is told so.
private final class Caller: @unchecked Sendable {
  private let functions: [Function], countsFirst: Bool, lock = NSLock()
  private var calls = 0
  init(_ functions: [Function], _ countsFirst: Bool) { (self.functions, self.countsFirst) = (functions, countsFirst) }
  private func count() { lock.withLock { calls += 1 } }
  func call(_ caller: Int) -> Int {
    if countsFirst { count() }
    let returned = functions[caller].call(caller)
    count()
    return functions[caller].look(returned)
  }
}

/// A run of the four parts in a copy of the process.
private final class Run {
  private let functions: [Function]
  private var returned = [0, 0]
  init(functions: [Function]) { self.functions = functions }

  func outcome(_ order: [Int32], onOneThread: Bool) -> [Int]? {
    let outcome = hunt_run(
      order, onOneThread,
      { context, caller, part in
        let run = Unmanaged<Run>.fromOpaque(context!).takeUnretainedValue()
        return run.perform(Int(caller), part)
      }, Unmanaged.passUnretained(self).toOpaque())
    return outcome.has_ended ? [outcome.results.0, outcome.results.1] : nil
  }

  private func perform(_ caller: Int, _ part: Int32) -> Int {
    if part == 0 {
      returned[caller] = functions[caller].call(caller)
      return 0
    }
    return functions[caller].look(returned[caller])
  }
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
