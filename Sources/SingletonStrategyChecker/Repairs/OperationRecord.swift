import SingletonModelChecker
import SingletonStrategyKit

/// A record of what explorations have reached in a strategy's source.
package final class OperationRecord {
  package internal(set) var sites: Set<OrderingSite> = []
  /// For each variable, the lines that access it.
  private(set) var lines: [Int: Set<SourceLine>] = [:]
  /// The variables that are accessed as plain memory.
  private(set) var plain: Set<Int> = []
  /// The variables in which something else than `nil` is stored.
  private(set) var stored: Set<Int> = []
  private(set) var sections: Set<CriticalSection> = []

  package init() {}

  package func note(_ sites: some Sequence<OrderingSite>) { self.sites.formUnion(sites) }

  fileprivate func note(_ operation: Operation, _ kind: StepKind, at line: SourceLine) {
    guard [.variable, .atomicVariable, .spinWait].contains(kind) else { return }
    lines[Int(operation.location), default: []].insert(line)
    if kind == .variable { plain.insert(Int(operation.location)) }
    if operation.kind == .store && operation.value != 0 { stored.insert(Int(operation.location)) }
  }

  fileprivate func note(_ section: CriticalSection) { sections.insert(section) }
}

extension TrialState {
  func note(_ operation: Operation, _ kind: StepKind, at line: SourceLine) {
    if case .recording(let record) = orderings { record.note(operation, kind, at: line) }
  }

  func note(_ section: CriticalSection?) {
    if case .recording(let record) = orderings, let section { record.note(section) }
  }
}
