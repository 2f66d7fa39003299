/// Which executions are allowed.
package enum MemoryModel: UInt8, Sendable, CaseIterable {
  /// Every access in one order: acyclic `po | rf | mo | fr`.
  case sc
  /// x86: acyclic `po-loc | rf | mo | fr`, and acyclic (po without write-to-read) | fences | external rf | mo | fr.
  case tso
  /// C++ without load buffering, with the release sequences of C++20: irreflexive `hb ; eco?`, acyclic psc.
  case rc11
}
