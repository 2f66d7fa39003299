import SingletonCore

/// What the callers of one schedule got.
struct Observation {
  /// The end of a caller's call.
  enum Outcome {
    case waiting
    case returned(AnyObject?)
    case threw(any Error)
  }

  var callers: [Outcome]
  var buildings = 0
  /// The number of buildings that the check has let fail.
  var failures = 0
  /// The index of a caller that asked after all others had ended, or `nil` if there was none.
  var lateCaller: Int?
  /// The index of the caller that was canceled, or `nil` if none was.
  var canceled: Int?
  /// Whether jobs wait for locks that are never given back.
  var isBlocked = false

  /// Whether the values of all callers are as expected; `nil` if they were not judged.
  var isExpected: Bool?

  var instances: [AnyObject] {
    callers.compactMap { if case .returned(let instance?) = $0 { instance } else { nil } }
  }

  /// Returns the defects that the promise excludes.
  func defects(_ plan: Plan) -> Set<Defect> {
    var found: Set<Defect> = []
    if isExpected == false { found.insert(.unexpected) }
    if !plan.judgesValues && Set(instances.map(ObjectIdentifier.init)).count > 1 { found.insert(.instances) }
    if isBlocked { found.insert(.hang) }
    if plan.buildsOnce && buildings - failures > 1 { found.insert(.inits) }
    for (index, caller) in callers.enumerated() {
      switch caller {
      case .waiting: found.insert(.hang)
      case .returned(nil): found.insert(.nilResults)
      case .threw where !mayFail(index): found.insert(.refused)
      case .returned, .threw: break
      }
    }
    return found
  }

  /// Whether a caller may get an error: the one that was canceled, and each that asked while a building could fail.
  private func mayFail(_ index: Int) -> Bool { index == canceled || failures > 0 && index != lateCaller }

  /// What the callers got, in words in which equal schedules are equal: the callers' order is left out.
  var summary: String {
    let words = callers.map { caller in
      switch caller {
      case .waiting: "waits"
      case .returned(nil): "nil"
      case .returned(let instance?): "\(instances.count { $0 === instance }) same"
      case .threw(let error): "\(error)"
      }
    }
    return words.sorted().joined(separator: ", ") + "; \(buildings) built\(isBlocked ? ", blocked" : "")"
      + (isExpected == false ? ", not as expected" : "")
  }
}

/// A value that a role has returned, which need not be an object.
class Returned: CustomStringConvertible {
  var description: String { "" }
  /// A description that does not depend on where the value is in memory.
  var mark: String { "" }
}

final class ReturnedValue<Value>: Returned {
  let value: Value
  init(_ value: Value) { self.value = value }
  override var description: String { "\(value)" }
  override var mark: String {
    // The order of the elements of a set depends on its address.
    switch Mirror(reflecting: value).displayStyle {
    case .set, .dictionary: ""
    default: description
    }
  }
}
