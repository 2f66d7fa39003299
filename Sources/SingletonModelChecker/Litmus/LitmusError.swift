/// An error in the notation of a litmus program: its place, what was expected there, and what was found.
package struct LitmusError: Error, Equatable, CustomStringConvertible {
  package enum Place: Equatable, Sendable {
    /// An instruction. The thread and the index are counted from 0, the column within the instruction's text from 1.
    case instruction(thread: Int, index: Int, column: Int)
    case threads
    case initial(String)
    case observe(index: Int)
  }

  package let place: Place
  package let expected: String
  package let got: String

  package init(place: Place, expected: String, got: String) {
    self.place = place
    self.expected = expected
    self.got = got
  }

  package var description: String { "\(place): expected \(expected), got \(got)" }
}

extension LitmusError.Place: CustomStringConvertible {
  package var description: String {
    switch self {
    case .instruction(let thread, let index, let column):
      "thread \(thread), instruction \(index), column \(column)"
    case .threads: "threads"
    case .initial(let name): "init, \(name)"
    case .observe(let index): "observe, place \(index)"
    }
  }
}
