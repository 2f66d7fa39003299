/// An execution that breaks a promise, step by step.
package struct Counterexample: Sendable {
  /// The defect that the execution shows, or `nil` in a report that has only the sentence.
  package var finding: Defect?
  /// The title of each participating thread's column, in order, such as `thread 1` or `before`.
  package var columns: [String] = []
  package var steps: [Step] = []
  /// The defect in one sentence.
  package var sentence = ""
  /// The replay code, which reproduces the execution.
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
    /// The strategy's line, or `nil` for an action of the caller.
    package let source: Source?
    /// The operation and its value.
    package let operation: String
    /// The newest value, in words, if the step reads a value that is not the newest.
    package let staleness: String?
    /// Whether the finding concerns this step.
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
    /// The name of the file without its folder.
    package let file: String
    package let line: Int
    package let text: String

    package init(file: String, line: Int, text: String) {
      self.file = file
      self.line = line
      self.text = text
    }

    /// The file and the line, such as `DoubleCheckedLock.swift:31`.
    package var place: String { "\(file):\(line)" }
  }
}
