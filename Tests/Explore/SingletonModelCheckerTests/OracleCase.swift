import Foundation
import SingletonLitmus
import SingletonMemoryModels
import TestSupport
import Testing

/// One program of the oracle, and the results that are expected under each model. An absent result is not compared.
struct OracleCase: CustomTestStringConvertible, Sendable {
  struct Expected: Sendable {
    var executions: Int
    var outcomes: Set<[Int?]>
    var counts: [[Int?]: Int] = [:]
    var race: Bool?
    var stuck: Bool?
    var stuckExecutions: Int?
    var weak: Set<[Int?]>?
  }

  let name: String
  let threads: [[String]]
  let initial: [String: Int]
  let observe: [String]
  let expected: [MemoryModel: Expected]

  var testDescription: String { name }

  func program() throws -> LitmusProgram {
    try LitmusProgram(threads: threads, initial: initial, observe: observe)
  }

  static let all: [OracleCase] = {
    let file = Repository.root.appending(path: "Tests/Explore/SingletonModelCheckerTests/Resources/litmus.json")
    guard let data = try? Data(contentsOf: file),
      let whole = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let tests = whole["tests"] as? [[String: Any]]
    else { return [] }
    return tests.compactMap(OracleCase.init)
  }()

  private init?(_ json: [String: Any]) {
    guard let name = json["name"] as? String, let threads = json["threads"] as? [[String]],
      let initial = json["init"] as? [String: Int], let observe = json["observe"] as? [String]
    else { return nil }
    self.name = name
    self.threads = threads
    self.initial = initial
    self.observe = observe
    var expected: [MemoryModel: Expected] = [:]
    for (key, model) in [("rc11", MemoryModel.rc11), ("tso", .tso), ("sc", .sc)] {
      expected[model] = (json[key] as? [String: Any]).flatMap(Self.expected)
    }
    self.expected = expected
  }

  private static func expected(_ json: [String: Any]) -> Expected? {
    guard let executions = json["executions"] as? Int, let outcomes = json["outcomes"] as? [Any] else { return nil }
    var expected = Expected(executions: executions, outcomes: [])
    for outcome in outcomes {
      let counted = outcome as? [String: Any]
      let values = values(counted?["values"] ?? outcome)
      expected.outcomes.insert(values)
      expected.counts[values] = counted?["executions"] as? Int
    }
    expected.race = json["race"] as? Bool
    expected.stuck = json["stuck"] as? Bool
    expected.stuckExecutions = json["stuck_executions"] as? Int
    expected.weak = (json["weak_outcomes"] as? [Any]).map { Set($0.map(values)) }
    return expected
  }

  private static func values(_ json: Any) -> [Int?] { (json as? [Any] ?? []).map { $0 as? Int } }
}
