import CSingletonHooks
import SingletonCore
import SingletonModelChecker

/// What the explorations of one check have met.
final class InstrumentedLog {
  /// What the threads did that no model covers.
  private(set) var obstacle: Undecided?
  private(set) var earlyEnd: EarlyEnd?
  private(set) var remarks: [Defect: String] = [:]
  /// The place where a lock was taken that is still held after an execution, if one is.
  private(set) var heldLock: String?
  /// Whether the obstacle is an access that a search may see.
  var isOfUnseenCode = false
  /// Whether the threads have shared nothing.
  private(set) var isEmpty = true
  /// The function that has accessed shared memory without an announcement.
  private(set) var unannounced: Unannounced?
  /// The function that has written to memory from before the check without an announcement. The class is not proved, but it
  /// may be refuted.
  private var writeBefore: Unannounced?
  /// Whether the threads did something else in the first execution of all than in one after the rehearsal.
  var dependsOnFirst = false
  /// Whether the search for such functions has left out executions in which threads do what they do in no other.
  var isAuditedInPart = false
  /// Whether not all executions were visited in which threads get memory that they have freed.
  var assumesNewMemory = false
  /// Whether the search for such functions was possible.
  private(set) var isAudited = true
  /// The loops of which not all rounds were explored.
  private(set) var openLoops: Set<OpenLoops.Loop> = []
  /// What the threads did of which not every course is explored: bits as those of `ch_met`.
  private var met: UInt32 = 0
  /// Whether executions that differ only in which thread does what were visited once.
  private(set) var exchangesThreads = false
  /// What the control of the check has not found, or `nil`.
  let controlFailure: String?

  init(controlFailure: String? = nil) { self.controlFailure = controlFailure }

  func note(_ obstacle: Undecided?, _ earlyEnd: EarlyEnd?, _ remarks: [Defect: String], isEmpty: Bool) {
    if let obstacle { self.obstacle = obstacle }
    if let earlyEnd { self.earlyEnd = earlyEnd }
    self.remarks.merge(remarks) { $1 }
    if !isEmpty { self.isEmpty = false }
  }

  func note(_ openLoops: Set<OpenLoops.Loop>, met: UInt32, exchangesThreads: Bool, heldLock: UInt?) {
    if let heldLock { self.heldLock = UserLines.line(of: heldLock).place ?? "an unknown line" }
    self.openLoops.formUnion(openLoops)
    self.met |= met
    self.exchangesThreads = self.exchangesThreads || exchangesThreads
  }

  /// Whether the threads did something of which not every course is explored, and which is not in another log.
  func hasMetMore(than other: InstrumentedLog) -> Bool { met & ~other.met != 0 }

  func hasMet(_ bit: Int) -> Bool { met & UInt32(bit) != 0 }

  func note(_ obstacle: Undecided) { self.obstacle = obstacle }

  func forgetObstacle() { obstacle = nil }

  /// The reasons of a search against a verdict that a search which sees all accesses may not have.
  typealias Unseen = (obstacle: Undecided?, unannounced: Unannounced?)

  /// Forgets what another search may see, and returns it, if it alone keeps the check from a verdict.
  func takeUnseen() -> Unseen? {
    let isOfMemory = unannounced.map { !$0.isOfVariable } ?? true
    guard obstacle == nil || isOfUnseenCode, obstacle != nil || unannounced != nil, isOfMemory else { return nil }
    defer { (obstacle, unannounced, earlyEnd, isOfUnseenCode) = (nil, nil, nil, false) }
    return (obstacle, unannounced)
  }

  func put(back unseen: Unseen) { (obstacle, unannounced) = unseen }

  /// Whether nothing took part that no model covers.
  var isUndisturbed: Bool { obstacle == nil && unannounced == nil }

  func note(_ audit: Audit) {
    switch audit {
    case .passed: break
    case .failed(let function): unannounced = function
    case .unavailable: isAudited = false
    }
  }

  /// Notes the search for writes to memory from before the check.
  func note(first audit: Audit) {
    switch audit {
    case .passed: break
    case .failed(let function): writeBefore = function
    // Nor could a first execution be compared with a later one.
    case .unavailable: isAudited = false
    }
  }

  /// What keeps the check from a verdict, with its line.
  private var reason: String {
    if let obstacle { return "\(obstacle)" }
    if let unannounced { return "an access that is not announced: \(unannounced.access)" }
    return controlFailure ?? "accesses that are not announced cannot be found here"
  }

  private static var first: String {
    "a second execution does not do what the first did: what that has left decides, such as a setting that a library keeps"
  }

  private var provesAnything: Bool { isAudited && controlFailure == nil && openLoops.isEmpty && !dependsOnFirst }

  /// Whether a row that is proved stays so, as far as is known.
  var provesRow: Bool { obstacle == nil && unannounced == nil && writeBefore == nil && provesAnything }

  /// Returns the row without a verdict if the threads did what no model covers, or shared memory without the check's
  /// knowledge: what was found may then be of no execution of the program. Nothing is proved that was not audited, or that
  /// has loops of which not all rounds were explored.
  func judged(_ row: CheckRow) -> CheckRow {
    if row.verdict == .proved, hasMet(ch_met_processor), obstacle == nil {
      obstacle = Undecided("the number of the processor, which may change at any time", place: nil)
    }
    // Threads that race do so whatever a library has kept.
    if dependsOnFirst, obstacle == nil,
      row.verdict == .proved || row.found.isDisjoint(with: [.race, .usedAfterDestroy])
    {
      obstacle = Undecided(Self.first, place: nil)
    }
    if row.verdict == .proved, unannounced == nil { unannounced = writeBefore }
    guard obstacle != nil || unannounced != nil || row.verdict == .proved && !provesRow else { return row }
    var row = row
    (row.verdict, row.found, row.counterexample) = (.undecided, [], nil)
    row.obstacle = reason
    return row
  }
}
