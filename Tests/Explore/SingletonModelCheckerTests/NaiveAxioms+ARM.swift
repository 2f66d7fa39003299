import SingletonMemoryModels
import SingletonModelChecker

/// ARMv8's relations as its authors print them (Pulte and others, POPL 2018), with the instructions that stand for the
/// memory orders: LDAPR or LDAR, STLR, DMB.
extension NaiveAxioms {
  /// ob = obs | dob | aob | bob
  var observedBefore: NaiveRelation { observed | dependencyOrdered | atomicOrdered | barrierOrdered | starts }

  /// obs = rfe | fre | coe
  private var observed: NaiveRelation {
    let all = rf | fr | mo
    return NaiveRelation(count) { all.contains($0, $1) && graph.nodes[$0].thread != graph.nodes[$1].thread }
  }

  private var internalReads: NaiveRelation {
    NaiveRelation(count) { rf.contains($0, $1) && graph.nodes[$0].thread == graph.nodes[$1].thread }
  }

  private var internalOrder: NaiveRelation {
    NaiveRelation(count) { mo.contains($0, $1) && graph.nodes[$0].thread == graph.nodes[$1].thread }
  }

  private func each(_ holds: (NaiveGraph.Node) -> Bool) -> NaiveRelation {
    .identity(count) { holds(graph.nodes[$0]) }
  }

  private var writes: NaiveRelation { each(\.isWrite) }
  private var reads: NaiveRelation { each(\.isRead) }

  // MARK: - Dependencies

  /// dob = addr | data | ctrl ; [W] | addr ; po ; [W] | (ctrl | data) ; coi | (addr | data) ; rfi
  private var dependencyOrdered: NaiveRelation {
    let addr = addresses
    let data = declared(\.data) * writes
    let ctrl = declared(\.control)
    return addr | data | ctrl * writes | addr * po * writes | (ctrl | data) * internalOrder
      | (addr | data) * internalReads
  }

  /// From each read that an operation names to the events of the operation.
  private func declared(_ set: (Dependencies) -> UInt64) -> NaiveRelation {
    NaiveRelation(count) { read, event in
      let index = graph.nodes[read].index
      return po.contains(read, event) && graph.nodes[read].isRead && index < 64
        && set(graph.nodes[event].operation.dependencies) >> UInt64(index) & 1 == 1
    }
  }

  /// The declared address dependencies and, of a load through a pointer, the last read that gave the pointer, if all reads
  /// that gave it read the same write.
  private var addresses: NaiveRelation {
    declared(\.address)
      | NaiveRelation(count) { read, load in
        let operation = graph.nodes[load].operation
        let givers = (0..<count).filter {
          po.contains($0, load) && graph.nodes[$0].isRead && graph.nodes[$0].value == operation.expected
        }
        return operation.kind == .load && operation.expected != 0
          && Set(givers.map { graph.nodes[$0].source }).count == 1
          && read == givers.max { graph.nodes[$0].index < graph.nodes[$1].index }
      }
  }

  // MARK: - Instructions

  /// aob = rmw | [range(rmw)] ; rfi ; [A | Q]
  private var atomicOrdered: NaiveRelation {
    rmw | each { $0.isUpdate && $0.isWrite } * internalReads * (reads * each(\.order.acquires))
  }

  /// bob = po ; [dmb.full] ; po | [L] ; po ; [A] | [R] ; po ; [dmb.ld] ; po | [A | Q] ; po | [W] ; po ; [dmb.st] ; po ; [W]
  ///     | po ; [L] | po ; [L] ; coi
  ///
  /// A release fence is DMB ISHLD and DMB ISHST; [L] ; po ; [A] is left out for a store and a load if TSO leaves it out.
  private var barrierOrdered: NaiveRelation {
    let full = each { $0.operation.kind == .fence && $0.order == .sequentiallyConsistent }
    let fence = each { $0.operation.kind == .fence }
    let store = each { $0.operation.kind == .fence && $0.order.releases }
    let acquiring = reads * each(\.order.acquires)
    let releasing = writes * each(\.order.releases)
    return po * full * po | heldBack | reads * po * fence * po | acquiring * po | writes * po * store * po * writes
      | po * releasing | po * releasing * internalOrder
  }

  /// [L] ; po ; [A]
  private var heldBack: NaiveRelation {
    NaiveRelation(count) { a, b in
      let (write, read) = (graph.nodes[a], graph.nodes[b])
      guard po.contains(a, b), write.isWrite, write.order.releases, read.isRead, read.order.acquires else {
        return false
      }
      return read.isUpdate || isSC(b) && (write.isUpdate || isSC(a))
    }
  }
}
