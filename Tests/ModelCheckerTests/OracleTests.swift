import Foundation
import MemoryModels
import ModelChecker
import Testing

/// The litmus tests of `Resources/litmus.json`, confirmed by explorers that have nothing in common with this one.
@Suite struct OracleTests {
  @Test(arguments: OracleCase.all)
  func `every litmus program comes to exactly what the oracle says`(_ test: OracleCase) throws {
    for (model, expected) in test.expected {
      let program = try LitmusProgram(threads: test.threads, initial: test.initial, observe: test.observe)
      let tally = try LitmusTally(of: program, under: model)
      let place = "\(test.name), \(model)"
      #expect(tally.executions == expected.executions, "\(place)")
      #expect(Set(tally.outcomes.keys) == expected.outcomes, "\(place)")
      for (outcome, count) in expected.counts { #expect(tally.outcomes[outcome] == count, "\(place)") }
      if let race = expected.race { #expect(tally.hasRace == race, "\(place)") }
      if let stuck = expected.stuck { #expect(tally.isStuck == stuck, "\(place)") }
      if let stuck = expected.stuckExecutions { #expect(tally.stuckExecutions == stuck, "\(place)") }
    }
  }

  @Test func `the oracle has a hundred programs, each with all three models`() {
    #expect(OracleCase.all.count == 100)
    #expect(OracleCase.all.allSatisfy { $0.expected.count == 3 })
  }

  @Test func `what is weak under RC11 is what SC does not show`() throws {
    for test in OracleCase.all {
      guard let weak = test.expected[.rc11]?.weak else { continue }
      let outcomes = try [MemoryModel.rc11, .sc].map { model in
        Set(try LitmusTally(of: test.program(), under: model).outcomes.keys)
      }
      #expect(outcomes[0].subtracting(outcomes[1]) == weak, "\(test.name)")
    }
  }
}
