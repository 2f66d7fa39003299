import SingletonMemoryModels
import SingletonPlatform

/// The behavior that the catalog declares for one strategy in one scenario.
///
/// Any behavior that is not declared is forbidden.
public struct Expectation: Codable, Hashable, Sendable {
  package enum Demand: Codable, Hashable, Sendable {
    /// Each of these defects must be shown. An empty set means that every trial must keep the promise.
    case all(Set<Defect>)
    /// At least one of these defects must be shown.
    case any(Set<Defect>)
    /// Every trial must end in one of these ways: in a trap, or in a hang that the watchdog stops.
    case ends(Set<Defect>)

    /// No defect is demanded. In a `switch`, this case must come before `all`, which also matches it.
    package static let sound = all([])
    package static let trap = ends([.trap])
    package static let hang = ends([.hang])
  }

  package let demand: Demand
  /// The defects that are allowed but not demanded.
  package let may: Set<Defect>
  /// The smallest number of threads that can show the defects; with fewer threads, the row is expected to be sound.
  package let leastThreads: Int
  /// The defects that appear only if stores can be seen out of order: a data race, which the checker finds on any
  /// machine, and a half-built instance, which only the checker or a machine with weaker memory than x86-64 shows.
  package let onWeakMemory: Set<Defect>
  /// The defects that are declared for the strategy but that this form of it never shows, or shows too rarely. A row
  /// without these defects proves nothing.
  package let unseen: Set<Defect>

  package init(
    _ demand: Demand, may: Set<Defect> = [], leastThreads: Int = 1, onWeakMemory: Set<Defect> = [],
    unseen: Set<Defect> = []
  ) {
    self.demand = demand
    self.may = may
    self.leastThreads = leastThreads
    self.onWeakMemory = onWeakMemory
    self.unseen = unseen
  }

  public static let sound = Expectation(.sound)
  public static let trap = Expectation(.trap)
  public static let hang = Expectation(.hang)
  public static let trapOrHang = Expectation(.ends([.trap, .hang]))

  public static func sound(may: Set<Defect>) -> Expectation { Expectation(.sound, may: may) }

  /// Returns the expectation of a strategy that is sound on x86-64, where stores are seen in order, but may show these
  /// defects on weaker machines.
  public static func sound(onWeakMemory defects: Set<Defect>) -> Expectation {
    Expectation(.sound, onWeakMemory: defects)
  }

  /// Returns the expectation of a known defect: each of these defects is shown if there are at least `leastThreads`
  /// threads.
  public static func defect(
    _ defects: Defect..., may: Set<Defect> = [], leastThreads: Int = 2, onWeakMemory: Set<Defect> = []
  ) -> Expectation {
    Expectation(.all(Set(defects)), may: may, leastThreads: leastThreads, onWeakMemory: onWeakMemory)
  }

  /// Returns the expectation of a known flaw that appears in several ways: at least one of these defects is shown.
  public static func anyDefect(
    _ defects: Defect..., may: Set<Defect> = [], leastThreads: Int = 2
  ) -> Expectation {
    Expectation(.any(Set(defects)), may: may, leastThreads: leastThreads)
  }
}

// MARK: - What must and what may be seen

extension Expectation {
  /// Returns the expectation of a row that runs with this many threads on a machine with this memory model.
  package func applied(threads: Int, hardware: HardwareMemoryModel) -> Expectation {
    var may = self.may
    if hardware == .weak && onWeakMemory.contains(.halfBuilt) { may.insert(.halfBuilt) }
    return Expectation(threads < leastThreads ? .sound : demand, may: may, unseen: threads < leastThreads ? [] : unseen)
  }

  /// Returns the expectation of another form of the strategy.
  ///
  /// - Parameters:
  ///   - unseen: The defects that this form cannot show.
  ///   - added: The defects that this form may show in addition.
  package func without(_ unseen: Set<Defect>, may added: Set<Defect>) -> Expectation {
    let lost = demand.defects.intersection(unseen)
    var may = may.union(added)
    var seen = demand
    switch demand {
    case .all(let defects): seen = .all(defects.subtracting(lost))
    case .any(let defects) where !lost.isEmpty:
      // A trial may have shown only a defect that this form cannot show, so none of the rest can be demanded.
      seen = .sound
      may.formUnion(defects.subtracting(lost))
    case .any, .ends: break
    }
    return Expectation(seen, may: may, leastThreads: leastThreads, onWeakMemory: onWeakMemory, unseen: lost)
  }

  /// The defects that a row may show without breaking its declaration.
  package var allowed: Set<Defect> {
    let declared = may.union(demand.defects)
    return declared.union(declared.flatMap(\.consequences))
  }

  /// Returns the defects that the checker must show: those declared for every machine, and those that only weaker
  /// memory shows.
  ///
  /// - Parameter accessorThreads: The number of threads that call the accessor. With fewer than two, the defects on
  ///   weaker memory are not demanded.
  package func demandedFindings(threads: Int, accessorThreads: Int, model: MemoryModel) -> Set<Defect> {
    let weak = accessorThreads > 1 ? weakFindings(threads: threads, model: model) : []
    guard threads >= leastThreads, case .all(let defects) = demand else { return weak }
    return defects.union(weak)
  }

  /// Returns the defects of which the checker must show at least one, or an empty set if nothing is demanded.
  package func alternativeFindings(threads: Int) -> Set<Defect> {
    guard threads >= leastThreads else { return [] }
    return switch demand {
    case .any(let findings), .ends(let findings): findings
    case .all: []
    }
  }

  /// Returns the defects that an execution may show; any other defect fails the check.
  package func allowedFindings(threads: Int, model: MemoryModel) -> Set<Defect> {
    allowed.union(demandedFindings(threads: threads, accessorThreads: threads, model: model))
      .union(alternativeFindings(threads: threads))
      .union(threads > 1 && !model.hasGlobalOrder ? onWeakMemory : [])
      .union(weakFindings(threads: threads, model: model))
  }

  private func weakFindings(threads: Int, model: MemoryModel) -> Set<Defect> {
    guard threads > 1 else { return [] }
    return onWeakMemory.filter { $0 == .race || model == .rc11 }
  }
}

extension Expectation.Demand {
  package var defects: Set<Defect> {
    switch self {
    case .all(let defects), .any(let defects): defects
    case .ends: []
    }
  }

  /// The ways in which every trial must end before it is complete; empty if trials are expected to complete.
  package var endings: Set<Defect> { if case .ends(let endings) = self { endings } else { [] } }
}

extension HardwareMemoryModel {
  /// The memory model of the processor that this program is built for.
  package static var ofThisMachine: HardwareMemoryModel {
    ProcessorArchitecture.ordersStores ? .totalStoreOrder : .weak
  }
}

// MARK: - The spelling in reports

/// The spelling in reports: `sound`, `defect:a+b` (all of these), `defect:a|b` (any of these), `trap`, `hang`, or
/// `trap|hang`. It may be followed by `;may:a,b`, `;checker:race,half_built`, and `;unseen:reinits`, in this order.
extension Expectation: LosslessStringConvertible {
  public var description: String {
    demand.description + Self.list("may", may) + Self.list("checker", onWeakMemory)
      + Self.list("unseen", unseen)
  }

  private static func list(_ title: String, _ defects: Set<Defect>) -> String {
    defects.isEmpty ? "" : ";\(title):" + defects.spelled(separator: ",")
  }

  public init?(_ description: String) {
    var parts = description.split(separator: ";", omittingEmptySubsequences: false)[...]
    guard let first = parts.popFirst(), let demand = Demand(String(first)) else { return nil }
    guard let may = Self.takeList("may", from: &parts), let weak = Self.takeList("checker", from: &parts),
      let unseen = Self.takeList("unseen", from: &parts), parts.isEmpty
    else { return nil }
    self.init(demand, may: may, onWeakMemory: weak, unseen: unseen)
  }

  /// Returns the defects of the list with this title, an empty set if there is no such list, or `nil` if it is
  /// malformed.
  private static func takeList(_ title: String, from parts: inout ArraySlice<Substring>) -> Set<Defect>? {
    guard let part = parts.first, part.hasPrefix(title + ":") else { return [] }
    parts.removeFirst()
    return Set(part.dropFirst(title.count + 1), separator: ",")
  }
}

extension Expectation.Demand: LosslessStringConvertible {
  package var description: String {
    switch self {
    case .sound: "sound"
    case .all(let defects): "defect:" + defects.spelled(separator: "+")
    case .any(let defects): "defect:" + defects.spelled(separator: "|")
    case .ends(let endings): endings.spelled(separator: "|")
    }
  }

  package init?(_ description: String) {
    let named: [Self] = [.sound, .trap, .hang, .ends([.trap, .hang])]
    if let demand = named.first(where: { $0.description == description }) {
      self = demand
      return
    }
    guard description.hasPrefix("defect:") else { return nil }
    let names = description.dropFirst("defect:".count)
    let isAny = names.contains("|")
    guard let defects = Set(names, separator: isAny ? "|" : "+") else { return nil }
    self = isAny ? .any(defects) : .all(defects)
  }
}
