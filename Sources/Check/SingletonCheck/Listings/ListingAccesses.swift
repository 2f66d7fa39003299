import CSingletonHooks
import SingletonCore
import SingletonStrategyKit

/// What one thread has got from the entry points of a listing.
struct ListingAccesses {
  struct Access {
    let entryPoint: Scenario.EntryPoint
    /// The instance, which the thread keeps unless it has let go of it.
    var instance: AnyObject?
    /// The address of the instance; 0 for `nil`.
    let address: UInt
    /// Whether the instance is of the child's class.
    let isChild: Bool
    let wasRefused: Bool
  }

  private(set) var accesses: [Access] = []
  private(set) var isWhole = true

  /// Performs what one thread does in a scenario.
  init<P: PlainForm>(_ form: P.Type, _ actions: [Scenario.Action]) {
    for action in actions { perform(action, form) }
  }

  private mutating func perform<P: PlainForm>(_ action: Scenario.Action, _ form: P.Type) {
    switch action {
    case .access(let entryPoint, _):
      do { note(try instance(entryPoint, form), entryPoint, form) } catch {
        accesses.append(Access(entryPoint: entryPoint, address: 0, isChild: false, wasRefused: true))
      }
    case .release: if let place = current { accesses[place].instance = nil }
    case .tearDown: P.tearDown()
    case .overwrite: P.overwrite()
    case .use, .recall, .leave, .expectEnds: break
    }
  }

  /// The number of the access to whose instance a copy and a release refer.
  private var current: Int? { accesses.lastIndex { !$0.entryPoint.isCopy } }

  private func instance<P: PlainForm>(_ entryPoint: Scenario.EntryPoint, _ form: P.Type) throws -> AnyObject? {
    switch entryPoint {
    case .accessor, .lateAccessor: try P.shared()
    case .failingAccessor(let failure): try P.shared(failingBy: failure)
    case .childAccessor: try P.sharedByChild()
    case .construction: try P.construct()
    case .childConstruction: try P.constructChild()
    case .copy, .mutableCopy: current.flatMap { accesses[$0].instance as? P.Instance }.flatMap(P.copy)
    }
  }

  /// Looks into an instance at once, as a caller would.
  private mutating func note<P: PlainForm>(
    _ instance: AnyObject?, _ entryPoint: Scenario.EntryPoint, _ form: P.Type
  ) {
    let address = instance.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    if let place = UnsafeRawPointer(bitPattern: address) { ch_look(place) }
    if let isWhole = P.isWhole, let instance = instance as? P.Instance, !isWhole(instance) { self.isWhole = false }
    let isChild = P.Child.self != P.Instance.self && instance is P.Child
    accesses.append(
      Access(entryPoint: entryPoint, instance: instance, address: address, isChild: isChild, wasRefused: false))
  }
}

// MARK: - Defects

extension ListingAccesses {
  /// Returns the defects of one execution, each with the threads that show it.
  ///
  /// - Parameters:
  ///   - accesses: What each thread has got.
  ///   - promise: The promise about the instances. Whether two of them are alive at once is not found out.
  ///   - countsAcrossClasses: Whether instances of different classes are compared, too.
  static func defects(
    of accesses: [ListingAccesses], promise: Promise, countsAcrossClasses: Bool
  ) -> [(defect: Defect, threads: [Int])] {
    var found: [(Defect, [Int])] = []
    var first: [Bool: (thread: Int, address: UInt)] = [:]
    for (thread, own) in accesses.enumerated() {
      for access in own.accesses {
        if access.wasRefused { found.append((.refused, [thread])) }
        guard access.address != 0 else {
          if !access.wasRefused { found.append((.nilResults, [thread])) }
          continue
        }
        if access.isChild != access.entryPoint.asksChild { found.append((.wrongClass, [thread])) }
        if case .oneAlive = promise, !countsAcrossClasses { continue }
        let isApart = if case .oneInstancePerClass = promise { !countsAcrossClasses } else { false }
        let group = isApart && access.entryPoint.asksChild
        guard let other = first[group] else {
          first[group] = (thread, access.address)
          continue
        }
        if other.address != access.address { found.append((.instances, [other.thread, thread])) }
      }
    }
    return found
  }
}
