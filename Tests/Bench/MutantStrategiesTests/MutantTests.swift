import MutantStrategies
import SingletonCore
import SingletonMemoryModels
import SingletonStrategies
import SingletonStrategyChecker
import SingletonStrategyKit
import Testing

/// A mutant in one of the scenarios that it declares.
struct MutantPlace: CustomTestStringConvertible, Sendable {
  let mutation: Mutation
  let check: StrategyCheck
  var testDescription: String { "\(mutation.id), \(check.scenario.id)" }

  static let all = MutantEntry.all.flatMap { mutant in
    mutant.entry.info.declarations.map {
      MutantPlace(
        mutation: mutant.mutation,
        check: StrategyCheck(
          mutant.entry, $0.scenario, threads: mutant.mutation.checkedThreads, sources: Catalog.standard.sources))
    }
  }

  var observable: Set<Defect> { check.expectation.observable }
}

@Suite struct `Mutants of the sound strategies` {
  @Test(arguments: MutantPlace.all)
  func `the checker finds what is declared, or proves that there is nothing to find`(place: MutantPlace) throws {
    let result = try #require(try place.check.run())
    let grade = place.check.grade(result)
    #expect([.passed, .reproduced].contains(grade), "found \(result.found.inOrder), demanded \(place.check.demanded)")
    if place.observable.isEmpty { #expect(result.isComplete && result.executions > 0) }
  }

  @Test(arguments: MutantEntry.all.filter { $0.mutation.model == nil }.map(\.mutation.id))
  func `a mutant that changes nothing is proved with three threads, too`(id: String) throws {
    let mutant = try #require(MutantEntry.all.first { $0.mutation.id == id })
    let check = StrategyCheck(mutant.entry, mutant.mutation.telling.scenario, threads: 3, sources: .none)
    let row = try check.row()
    #expect(row.verdict == .proved && row.grade == .passed)
  }

  @Test(arguments: MutantPlace.all)
  func `callers can observe the change from the declared memory model on`(place: MutantPlace) throws {
    let models = MemoryModel.strongestFirst
    let showing = place.mutation.model.map { models.drop { [model = $0] in $0 != model } } ?? []
    for model in models {
      let found = try #require(try place.check.under(model).run()).found
      let isObserved = !place.observable.isDisjoint(with: found)
      #expect(isObserved == (!place.observable.isEmpty && showing.contains(model)), "under \(model)")
    }
  }

  @Test(arguments: MutantPlace.all)
  func `the strategy that was changed does not show what its mutant shows`(place: MutantPlace) throws {
    let original = try #require(Catalog.standard.entry(place.mutation.original))
    let check = StrategyCheck(
      original, place.check.scenario, threads: place.check.threads, sources: Catalog.standard.sources)
    let found = try #require(try check.run()).found
    #expect(found.isDisjoint(with: place.observable))
  }

  @Test(arguments: MutantEntry.all.map(\.mutation))
  func `the last scenario shows the change, on x86 if the memory model is that of x86 or stronger`(mutation: Mutation) {
    let (telling, others) = (mutation.telling, mutation.info.declarations.dropLast())
    #expect(telling.expectation.observable.isEmpty == (mutation.model == nil))
    #expect((telling.expectation.demand != .sound) == (mutation.model == .sc || mutation.model == .tso))
    #expect(others.allSatisfy { $0.expectation.observable.isEmpty })
  }
}
