import Foundation
import SingletonLitmus
import SingletonMemoryModels
import Testing

/// The litmus tests of `Resources/litmus.json`, whose results explorers independent of this one have confirmed.
@Suite struct `Litmus oracle` {
  @Test(arguments: OracleCase.all)
  func `every litmus program has exactly the results that the oracle states`(_ test: OracleCase) throws {
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

  @Test func `the weak outcomes of RC11 are those that SC does not allow`() throws {
    for test in OracleCase.all {
      let weak = try #require(test.expected[.rc11]?.weak, "\(test.name)")
      let outcomes = try [MemoryModel.rc11, .sc].map { model in
        Set(try LitmusTally(of: test.program(), under: model).outcomes.keys)
      }
      #expect(outcomes[0].subtracting(outcomes[1]) == weak, "\(test.name)")
    }
  }
}
