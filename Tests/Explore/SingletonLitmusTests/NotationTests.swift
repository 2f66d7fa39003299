import SingletonMemoryModels
import Testing

@testable import SingletonLitmus

@Suite struct `Litmus notation` {
  private struct Mistake: Sendable {
    var text: String
    var column: Int
    var expected: String
    var got: String
  }

  private static let mistakes = [
    Mistake(text: "", column: 1, expected: "an instruction", got: "the end"),
    Mistake(text: "W.acq x 1", column: 1, expected: "one of the orders na, rlx, rel, sc", got: "\"W.acq\""),
    Mistake(text: "W x 1", column: 1, expected: "an instruction, such as W.rlx, R.acq or LOCK", got: "\"W\""),
    Mistake(text: "W.rlx x", column: 8, expected: "an integer, a register or register+integer", got: "the end"),
    Mistake(text: "W.rlx x r0+", column: 9, expected: "an integer, a register or register+integer", got: "\"r0+\""),
    Mistake(text: "W.rlx  1 1", column: 8, expected: "a location", got: "\"1\""),
    Mistake(text: "R.rlx r0 f$", column: 10, expected: "a location", got: "\"f$\""),
    Mistake(text: "R.rlx r0 x y", column: 12, expected: "the end", got: "\"y\""),
    Mistake(text: "CAS.rlx r0 x 0 1", column: 1, expected: "two orders, such as CAS.acq/rlx", got: "\"CAS.rlx\""),
    Mistake(
      text: "CAS.rlx/rel r0 x 0 1", column: 1, expected: "one of the orders rlx, acq, sc", got: "\"CAS.rlx/rel\""),
    Mistake(text: "AWAIT.acq r0 x = 1", column: 16, expected: "== or !=", got: "\"=\""),
    Mistake(text: "SKIP -1 IF 0 == 0", column: 6, expected: "a count", got: "\"-1\""),
    Mistake(text: "SKIP 0 WHEN 0 == 0", column: 8, expected: "IF", got: "\"WHEN\""),
    Mistake(text: "LOCK", column: 5, expected: "a location", got: "the end"),
    Mistake(text: "SET 1 1", column: 5, expected: "a register", got: "\"1\""),
  ]

  @Test func `an error in a litmus program names the thread, the instruction, the column and what was expected`() {
    for mistake in Self.mistakes {
      let place = LitmusError.Place.instruction(thread: 1, index: 1, column: mistake.column)
      let error = LitmusError(place: place, expected: mistake.expected, got: mistake.got)
      #expect(throws: error) { try LitmusProgram(threads: [["F.sc"], ["F.sc", mistake.text]]) }
    }
  }

  @Test func `the message of a litmus error is a sentence`() {
    let error = LitmusError(
      place: .instruction(thread: 0, index: 2, column: 8), expected: "a location", got: "the end")
    #expect("\(error)" == "thread 0, instruction 2, column 8: expected a location, got the end")
  }

  @Test(arguments: ["2:r0", "x:y:z", "", "0:", "-1:r0"])
  func `a place that cannot be observed is an error`(place: String) {
    #expect(
      throws: LitmusError(
        place: .observe(index: 1), expected: "thread:register or a location", got: "\"\(place)\"")
    ) { try LitmusProgram(threads: [["F.sc"]], observe: ["x", place]) }
  }

  @Test func `a skip to the end ends the thread, and a negative number is read as one`() throws {
    let threads = [["SKIP 2 IF 0 == 0", "W.rlx x 1", "SET r7 1"], ["W.rlx y -3", "R.rlx r0 y"]]
    let program = try LitmusProgram(threads: threads, observe: ["x", "1:r0", "0:r7"])
    #expect(try LitmusTally(of: program, under: .rc11).outcomes == [[0, -3, nil]: 1])
  }

  @Test func `a failed try-lock is a relaxed read, and prevents no data race`() throws {
    let threads = [["LOCK m", "W.na x 1"], ["TRYLOCK r0 m", "SKIP 1 IF r0 == 1", "R.na r1 x"]]
    let tally = try LitmusTally(of: LitmusProgram(threads: threads, observe: ["1:r0"]), under: .rc11)
    #expect(Set(tally.outcomes.keys) == [[0]])
    #expect(tally.hasRace)
  }
}
