/// One execution that breaks a promise, step by step, as a reader follows it.
package struct Counterexample: Sendable {
  /// What is wrong, or `nil` in a report that only has the sentence.
  package var finding: Defect?
  /// One for each thread that takes part, in order: `thread 1`, `before`.
  package var columns: [String] = []
  package var steps: [Step] = []
  /// What went wrong, in one sentence.
  package var sentence = ""
  /// The replay code, which shows it again.
  package var code = ""

  package init() {}

  package init(finding: Defect, columns: [String], steps: [Step], sentence: String, code: String) {
    self.finding = finding
    self.columns = columns
    self.steps = steps
    self.sentence = sentence
    self.code = code
  }

  package struct Step: Sendable, Equatable {
    /// The index of the thread's column.
    package let column: Int
    /// The strategy's line, or `nil` for what the caller does.
    package let source: Source?
    /// What the step does, and with which value.
    package let operation: String
    /// For a read of a value that is not the newest: what the newest is.
    package let staleness: String?
    /// Whether the finding is about this step.
    package let isConcerned: Bool

    package init(column: Int, source: Source?, operation: String, staleness: String?, isConcerned: Bool) {
      self.column = column
      self.source = source
      self.operation = operation
      self.staleness = staleness
      self.isConcerned = isConcerned
    }
  }

  /// A line of source code.
  package struct Source: Sendable, Equatable {
    /// The file without its folder.
    package let file: String
    package let line: Int
    package let text: String

    package init(file: String, line: Int, text: String) {
      self.file = file
      self.line = line
      self.text = text
    }

    /// `DoubleCheckedLock.swift:31`
    package var place: String { "\(file):\(line)" }
  }
}
