import SingletonMemoryModels

/// An execution that breaks a promise, step by step.
package struct Counterexample: Codable, Sendable {
  /// The defect that the execution shows, or `nil` if the report that contains it has only a sentence.
  package var finding: Defect?
  /// The strongest model that allows the execution, which is also the model under which it was found; `nil` if unknown.
  package var strongestModel: MemoryModel?
  /// Whether the execution is one of compiled code, whose dependencies are not known.
  package var isOfCompiledCode = false
  /// The title of each participating thread's column, in order, such as `thread 1` or `before`.
  package var columns: [String] = []
  package var steps: [Step] = []
  /// The contents of memory after each step; empty if the counterexample was read from a report.
  package var memory: [[Cell]] = []
  /// The defect in one sentence.
  package var sentence = ""
  /// The replay code, which reproduces the execution.
  package var code = ""

  package init() {}

  /// The machines on which the execution can happen, and the model, such as `any machine, one step at a time (sc)`;
  /// `nil` if the model is unknown.
  package var machines: String? {
    strongestModel.map { "\(isOfCompiledCode ? $0.machinesOfCompiledCode : $0.machines) (\($0.rawValue))" }
  }

  /// Returns the contents of memory after a step, or an empty array if they are unknown.
  package func cells(after step: Int) -> [Cell] { memory.indices.contains(step) ? memory[step] : [] }

  /// One location in memory after a step. Values are in words.
  package struct Cell: Codable, Equatable, Sendable {
    package let name: String
    /// The newest value: the last in coherence order.
    package let newest: String
    /// The value that each thread read or wrote most recently, keyed by the index of the thread's column.
    package let seen: [Int: String]

    package init(name: String, newest: String, seen: [Int: String]) {
      self.name = name
      self.newest = newest
      self.seen = seen
    }
  }

  package struct Step: Codable, Equatable, Sendable {
    /// The index of the thread's column.
    package let column: Int
    /// The line in the strategy's source, or `nil` for an action of the calling test.
    package let source: Source?
    package let operation: String
    /// The newest value, in words, if the step reads a value that is not the newest.
    package let staleness: String?
    /// Whether the step is one of those that show the defect.
    package let isConcerned: Bool

    package init(column: Int, source: Source?, operation: String, staleness: String?, isConcerned: Bool) {
      self.column = column
      self.source = source
      self.operation = operation
      self.staleness = staleness
      self.isConcerned = isConcerned
    }
  }

  package struct Source: Codable, Equatable, Sendable {
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
