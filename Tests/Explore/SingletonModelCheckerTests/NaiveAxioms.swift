import SingletonMemoryModels
import SingletonModelChecker

/// The axioms of the memory models, transcribed from their definitions with each relation in full.
struct NaiveAxioms {
  let graph: NaiveGraph
  let count: Int
  let po: NaiveRelation
  let rf: NaiveRelation
  let mo: NaiveRelation
  let fr: NaiveRelation
  let rmw: NaiveRelation
  /// From the events of each thread to those of the threads that start after it has finished.
  let starts: NaiveRelation

  init(_ graph: NaiveGraph, after: [[Int]]) {
    self.graph = graph
    let nodes = graph.nodes
    count = nodes.count
    po = NaiveRelation(count) { nodes[$0].thread == nodes[$1].thread && nodes[$0].index < nodes[$1].index }
    rf = NaiveRelation(count) { nodes[$1].isRead && nodes[$1].source == $0 }
    var places = Array(repeating: 0, count: count)
    for order in graph.orders.values { for (place, write) in order.enumerated() { places[write] = place + 1 } }
    func isSame(_ a: Int, _ b: Int) -> Bool { nodes[a].operation.location == nodes[b].operation.location }
    mo = NaiveRelation(count) { nodes[$0].isWrite && nodes[$1].isWrite && isSame($0, $1) && places[$0] < places[$1] }
    fr = NaiveRelation(count) { read, write in
      nodes[read].isRead && nodes[write].isWrite && isSame(read, write)
        && (nodes[read].source.map { places[$0] } ?? 0) < places[write]
    }
    rmw = NaiveRelation(count) { a, b in
      nodes[a].isUpdate && nodes[a].isRead && nodes[b].isWrite && nodes[b].isUpdate
        && nodes[a].thread == nodes[b].thread && nodes[b].index == nodes[a].index + 1
    }
    starts = NaiveRelation(count) { after[nodes[$1].thread].contains(nodes[$0].thread) }
  }

  func allow(under model: MemoryModel, withoutPartialSC: Bool = false) -> Bool {
    let isAtomic = (0..<count).allSatisfy { a in
      (0..<count).allSatisfy { !(rmw.contains(a, $0) && (fr * mo).contains(a, $0)) }
    }
    guard isAtomic, (po | rf | starts).isAcyclic else { return false }
    switch model {
    case .sc: return (po | rf | mo | fr | starts).isAcyclic
    case .tso: return isPerLocationSC && (preserved | externalReads | mo | fr | starts).isAcyclic
    case .arm: return isPerLocationSC && observedBefore.isAcyclic
    case .rc11:
      let hb = hb
      return hb.isIrreflexive && (hb * eco).isIrreflexive && (withoutPartialSC || psc(hb).isAcyclic)
    }
  }

  var hasRace: Bool {
    guard graph.nodes.contains(where: { $0.order == .plain }) else { return false }
    let hb = hb
    return (0..<count).contains { a in
      (0..<count).contains { b in
        isLocation(a, b) && a != b && (graph.nodes[a].isWrite || graph.nodes[b].isWrite)
          && (graph.nodes[a].order == .plain || graph.nodes[b].order == .plain)
          && !hb.contains(a, b) && !hb.contains(b, a)
      }
    }
  }

  func isLocation(_ a: Int, _ b: Int) -> Bool {
    graph.nodes[a].operation.location == graph.nodes[b].operation.location && !isFence(a) && !isFence(b)
  }

  func isFence(_ node: Int) -> Bool { graph.nodes[node].operation.kind == .fence }
  func isSC(_ node: Int) -> Bool { graph.nodes[node].order == .sequentiallyConsistent }
}

extension NaiveAxioms {
  private var eco: NaiveRelation { (rf | mo | fr).closed }

  private var hb: NaiveRelation { (po | sw | starts).closed }

  private var sw: NaiveRelation {
    let nodes = graph.nodes
    let fences = NaiveRelation.identity(count, where: isFence)
    let atomic = NaiveRelation.identity(count) { nodes[$0].order != .plain }
    let acquiring = NaiveRelation.identity(count) { nodes[$0].order.acquires }
    return release * rf * atomic * (po * fences).orEqual * acquiring
  }

  /// From the beginning of a release to the writes that pass it on.
  private var release: NaiveRelation {
    let nodes = graph.nodes
    let fences = NaiveRelation.identity(count, where: isFence)
    let atomicWrites = NaiveRelation.identity(count) { nodes[$0].isWrite && nodes[$0].order != .plain }
    let releasing = NaiveRelation.identity(count) { nodes[$0].order.releases }
    return releasing * (fences * po).orEqual * atomicWrites * (rf * rmw).closed.orEqual
  }

  private func psc(_ hb: NaiveRelation) -> NaiveRelation {
    let sc = NaiveRelation.identity(count, where: isSC)
    let fences = NaiveRelation.identity(count) { isSC($0) && isFence($0) }
    let elsewhere = NaiveRelation(count) { po.contains($0, $1) && !isLocation($0, $1) }
    let here = NaiveRelation(count) { hb.contains($0, $1) && isLocation($0, $1) }
    let scb = po | elsewhere * hb * elsewhere | here | mo | fr
    return (sc | fences * hb.orEqual) * scb * (sc | hb.orEqual * fences) | fences * (hb | hb * eco * hb) * fences
  }

  var isPerLocationSC: Bool {
    let here = NaiveRelation(count) { po.contains($0, $1) && isLocation($0, $1) }
    return (here | rf | mo | fr).isAcyclic
  }

  private var externalReads: NaiveRelation {
    NaiveRelation(count) { rf.contains($0, $1) && graph.nodes[$0].thread != graph.nodes[$1].thread }
  }

  /// The program order that TSO preserves: a write precedes a later read only by a read-modify-write, an SC
  /// store or an SC fence.
  private var preserved: NaiveRelation {
    NaiveRelation(count) { a, b in
      guard po.contains(a, b) else { return false }
      let first = graph.nodes[a]
      let second = graph.nodes[b]
      if !first.isWrite || second.isWrite { return true }
      let isExchange = second.operation.kind == .readModifyWrite && second.waiting == .over
      let drainsBefore = isExchange || (isFence(b) && isSC(b))
      return drainsBefore || first.isUpdate || isSC(a)
    }
  }
}
