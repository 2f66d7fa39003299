import SingletonCore
import SingletonDrawings
import SingletonMemoryModels
import SingletonPresentation
import Testing

@Suite struct `Statements of proofs` {
  private static let ofClass = ProofStatement.ofClass(asks: "asks once", under: .rc11, [])

  @Test(arguments: [
    ofClass, ProofStatement.paragraphs(.harness, models: [.rc11])[0],
    ProofStatement.paragraphs(.plain, models: [.rc11])[0],
  ])
  func `a proof names its threads, how often they ask, its model and what it takes for granted`(text: String) {
    for part in [
      "threads", "asks", MemoryModel.rc11.fullName, "no load buffering", "a scheduler that lets each thread continue",
      "stores that eventually become visible",
    ] {
      #expect(text.contains(part))
    }
  }

  @Test(arguments: [ofClass, ProofStatement.ofSchedules(others: 32, jobsPause: true)])
  func `a proof of compiled code is about this build`(text: String) {
    #expect(text.hasPrefix("Proved of the program as this build has compiled it"))
  }

  @Test func `a proof for any number of threads says that it is no proof that they return`() {
    for part in [
      "any number of threads", "once", "RC11", "load buffering", "That all callers return is not proved",
      "harness's form", "locks, queues and once tokens are taken to do what they promise",
    ] {
      #expect(ProofStatement.ofAnyNumber.contains(part))
    }
  }

  @Test func `a proof names what it assumes, and nothing else`() {
    let all: [ProofStatement.Assumption] = [
      .loops(rounds: 7), .weakExchanges, .patience, .fewTimeouts, .conditions, .clocks, .randomNumbers, .collections,
    ]
    let words = [
      "a loop that has repeated itself for 7 rounds", "a weak compare-exchange",
      "only if no thread can take another step",
      "ends in vain", "a wait for a condition", "DispatchTime.now()", "random numbers", "the elements of a collection",
    ]
    for (assumption, words) in zip(all, words) {
      #expect(ProofStatement.ofClass(asks: "asks once", under: .rc11, [assumption]).contains(words))
      #expect(!ProofStatement.ofClass(asks: "asks once", under: .rc11, all.filter { $0 != assumption }).contains(words))
    }
  }

  /// Whether a listing does what they are about is not known.
  @Test func `a proof of a listing names all that it may assume`() {
    let text = ProofStatement.paragraphs(.plain, models: [.rc11])[0]
    for words in ["a wait for a condition", "DispatchTime.now()", "random numbers", "the elements of a collection"] {
      #expect(text.contains(words))
    }
  }

  @Test func `a limit is named with its value, and with what to do about it`() {
    #expect(
      ProofStatement.stopped(by: "executions: 30", open: 4...6)
        == "Stopped by the limit `executions: 30`: 4 threads have more executions. Raise it: check(threads: 4...6,"
        + " executions: ...).")
  }
}
