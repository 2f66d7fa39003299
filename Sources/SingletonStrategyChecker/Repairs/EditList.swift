import SingletonCore
import SingletonMemoryModels
import SingletonStrategyKit

extension OperationRecord {
  /// Returns the edits to try, the smallest first.
  func edits(_ names: LocationNames) -> [Edit] {
    orderEdits + looks(names) + variables(names).filter(plain.contains).map { .atomic(variable: $0) }
      + instances(names).filter(stored.contains).map { .storedOnce(variable: $0) } + [.lock]
  }

  private var orderEdits: [Edit] {
    sites.sorted { $0.sortKey < $1.sortKey }.flatMap { site in
      site.role.orders.filter { $0 != site.written && site.written.isAtMost($0) }.map { .order(site, $0) }
    }
  }

  private func looks(_ names: LocationNames) -> [Edit] {
    sections.filter { names.isEditable($0.lock) }.sorted { $0.sortKey < $1.sortKey }.flatMap { section in
      instances(names).map { .look(section, variable: $0, plain.contains($0) ? .plain : .acquire) }
    }
  }

  private func variables(_ names: LocationNames) -> [Int] { lines.keys.filter(names.isEditable).sorted() }

  private func instances(_ names: LocationNames) -> [Int] {
    variables(names).filter { if case .instance = names.contents(of: $0) { true } else { false } }
  }
}

extension CriticalSection {
  fileprivate var sortKey: (String, Int, Int) { (sourceLine.file ?? "", sourceLine.line, lock) }
}

// MARK: - Edits in words

extension Edit {
  var kind: RepairRow.Kind {
    switch self {
    case .order: .order
    case .look: .look
    case .atomic: .atomic
    case .storedOnce: .storedOnce
    case .lock: .lock
    }
  }

  /// Returns the edited lines, such as `DoubleCheckedLock.swift:25, 27`.
  ///
  /// - Parameter file: The file of the strategy, as `#fileID` spells it. It is the place if no line is known.
  func place(_ record: OperationRecord, file: String) -> String {
    switch self {
    case .order(let site, _): Self.places([site.sourceLine])
    case .look(let section, _, _): Self.places([section.sourceLine])
    case .atomic(let variable), .storedOnce(let variable): Self.places(record.lines[variable] ?? [])
    case .lock:
      record.lines.isEmpty
        ? String(file.split(separator: "/").last ?? "")
        : Self.places(record.lines.values.reduce([]) { $0.union($1) }) { "\($0.first!)-\($0.last!)" }
    }
  }

  /// - Parameter text: Returns the numbers of a file's lines as text.
  private static func places(
    _ lines: Set<SourceLine>, text: ([Int]) -> String = { $0.map { "\($0)" }.joined(separator: ", ") }
  ) -> String {
    // Several source lines may be one line of a file, whose name is in each module that inlines it.
    let files = Dictionary(grouping: lines) { $0.name ?? "" }.mapValues { Set($0.map(\.line)).sorted() }
    return files.sorted { $0.key < $1.key }.map { "\($0):\(text($1))" }.joined(separator: "; ")
  }

  /// Returns what is edited, in words.
  func change(_ record: OperationRecord, _ names: LocationNames) -> String {
    switch self {
    case .order(let site, let order): "\(site.role.rawValue) \(site.written.name) -> \(order.name)"
    case .look(_, let variable, let order):
      "the section begins with a look at \(names[variable])" + (order.isAtomic ? " (\(order.name))" : "")
        + ", and ends if it is not nil"
    case .atomic(let variable): "loads of \(names[variable]) acquire, its stores release"
    case .storedOnce(let variable):
      (record.plain.contains(variable) ? "loads of \(names[variable]) acquire, its " : "\(names[variable])'s ")
        + "stores of an instance are compare-exchanges from nil"
    case .lock: "a recursive lock around every entry point"
    }
  }
}
