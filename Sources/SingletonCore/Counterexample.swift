import SingletonMemoryModels

/// An execution that breaks a promise, step by step.
package struct Counterexample: Sendable {
  /// The defect that the execution shows, or `nil` in a report that has only the sentence.
  package var finding: Defect?
  /// The strongest model that shows the finding, and under which the execution was found; `nil` if that is not known.
  package var strongestModel: MemoryModel?
  /// The title of each participating thread's column, in order, such as `thread 1` or `before`.
  package var columns: [String] = []
  package var steps: [Step] = []
  /// The memory after each step; empty in a counterexample that was read from a report.
  package var memory: [[Cell]] = []
  /// The defect in one sentence.
  package var sentence = ""
  /// The replay code, which reproduces the execution.
  package var code = ""

  package init() {}

  /// The machines that can show the execution, and the model, such as `any machine, one step at a time (sc)`;
  /// `nil` if the model is not known.
  package var machines: String? {
    strongestModel.map { "\($0.machines) (\($0.rawValue))" }
  }

  /// Returns the memory after a step, which is empty if it is unknown.
  package func cells(after step: Int) -> [Cell] { memory.indices.contains(step) ? memory[step] : [] }

  /// A location after a step, with its values in words.
  package struct Cell: Sendable, Equatable {
    package let name: String
    /// The newest value, which is the last in coherence order.
    package let newest: String
    /// The value that each thread most recently read or wrote, by the index of the thread's column.
    package let seen: [Int: String]

    package init(name: String, newest: String, seen: [Int: String]) {
      self.name = name
      self.newest = newest
      self.seen = seen
    }
  }

  package struct Step: Sendable, Equatable {
    /// The index of the thread's column.
    package let column: Int
    /// The strategy's line, or `nil` for an action of the caller.
    package let source: Source?
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
