/// The program order that ARMv8 preserves, whatever instructions a compiler has for the memory orders.
///
///     ppo = addr | data | ctrl ; [W] | addr ; po ; [W] | (addr | data) ; rfi      dependencies
///         | po-loc ; [W] | [W of an update] ; rfi ; [acquire]                     the same location
///         | [acquire] ; po | po ; [release]                                       LDAPR or LDAR, and STLR
///         | [release] ; po ; [acquire]     of STLR and LDAR, which x86 orders, too
///         | po ; [F sc] ; po | [R] ; po ; [F] ; po | [W] ; po ; [F release] ; po ; [W]
///
/// `mo` and `fr` also order a write after the earlier accesses to its location.
///
/// Where compilers or machines differ, the weakest one counts, so that the model allows all that any of them shows. An
/// acquire load is LDAPR, which an earlier STLR does not hold back, and so is the acquire read of a read-modify-write that
/// writes nothing; that of one that writes and a sequentially consistent load are LDAR. A release fence is not all of DMB ISH, and a release store with a sequentially
/// consistent load after it is not kept in order, because x86 needs no instruction for that.
extension ExecutionGraph {
  /// Calls `body` with each event of the same thread that an event must follow.
  @inline(__always)
  func forEachPreserved(before id: EventID, _ body: (EventID) -> Void) {
    guard id.index > 0 else { return }
    let event = at(id)
    let isWrite = event.pointee.kind == .write
    let source = event.pointee.kind == .read ? event.pointee.readsFrom : .none
    let isForwarded = source.isEvent && source.thread == id.thread
    var depended = dependencies(of: id) | (isForwarded ? dependencies(of: source) : 0)
    if isWrite { depended |= event.pointee.operation.dependencies.control }
    var isAfterRelease = false
    for index in (0..<id.index).reversed() {
      let earlier = EventID(thread: id.thread, index: index)
      let other = at(earlier)
      let bit: UInt64 = index < 64 ? 1 << UInt64(index) : 0
      let isPreserved =
        switch other.pointee.kind {
        case .fence: true
        case .read: other.pointee.order.acquires || event.pointee.kind == .fence || depended & bit != 0
        case .write:
          event.pointee.isFullFence || isWrite && isAfterRelease || isHeldBack(event, by: other)
            || other.pointee.isUpdate && source == earlier && event.pointee.order.acquires
        }
      if isPreserved || isWrite && (event.pointee.order.releases || other.pointee.isAccess(of: event)) {
        body(earlier)
      }
      if isWrite {
        depended |= addressDependencies(of: earlier)
        if other.pointee.kind == .fence && other.pointee.order.releases { isAfterRelease = true }
      }
    }
  }

  /// Returns whether a read must follow an earlier write of its thread because one is LDAR and the other STLR.
  @inline(__always)
  private func isHeldBack(_ event: UnsafeMutablePointer<Event>, by write: UnsafeMutablePointer<Event>) -> Bool {
    guard event.pointee.kind == .read, event.pointee.order.acquires, write.pointee.order.releases else { return false }
    return event.pointee.isUpdate
      || event.pointee.order == .sequentiallyConsistent
        && (write.pointee.isUpdate || write.pointee.order == .sequentiallyConsistent)
  }

  /// The earlier reads of its thread from which the location or the written value of an event was computed.
  @inline(__always)
  private func dependencies(of id: EventID) -> UInt64 {
    let data = at(id).pointee.kind == .write ? at(id).pointee.operation.dependencies.data : 0
    let earlier: UInt64 = id.index < 64 ? 1 << UInt64(id.index) - 1 : .max
    return (addressDependencies(of: id) | data) & earlier
  }

  /// The earlier reads of its thread from which the location of an event was computed.
  @inline(__always)
  private func addressDependencies(of id: EventID) -> UInt64 {
    let operation = at(id).pointee.operation
    guard operation.kind == .load, operation.expected != 0 else { return operation.dependencies.address }
    return operation.dependencies.address | givers(of: operation.expected, before: id)
  }

  /// The read that has given a pointer to its thread. If several have, it counts only if all of them read the same
  /// write, because it is not known which one the thread has used.
  private func givers(of pointer: UInt, before id: EventID) -> UInt64 {
    var (giver, source): (UInt64, EventID?) = (0, nil)
    for index in 0..<id.index {
      let read = at(EventID(thread: id.thread, index: index))
      guard read.pointee.kind == .read, read.pointee.value == pointer else { continue }
      guard source == nil || source == read.pointee.readsFrom else { return 0 }
      source = read.pointee.readsFrom
      giver = index < 64 ? 1 << UInt64(index) : 0
    }
    return giver
  }
}

extension Event {
  @inline(__always) fileprivate var isFullFence: Bool { kind == .fence && order == .sequentiallyConsistent }

  @inline(__always)
  fileprivate func isAccess(of other: UnsafeMutablePointer<Event>) -> Bool {
    kind != .fence && operation.location == other.pointee.operation.location
  }
}
