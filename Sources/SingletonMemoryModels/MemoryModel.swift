/// A memory model, which determines the allowed executions of a concurrent program.
///
/// The raw value is its name in options and reports.
public enum MemoryModel: String, CaseIterable, Sendable {
  /// C++ without load buffering, with the release sequences of C++20: irreflexive `hb ; eco?`, acyclic `psc`.
  case rc11
  /// x86: acyclic `po-loc | rf | mo | fr`, and acyclic (po without write-to-read) | fences | external rf | mo | fr.
  case tso
  /// Sequential consistency, in which all accesses have one order: acyclic `po | rf | mo | fr`.
  case sc

  /// The models from the strongest to the weakest, each of which allows every execution that the ones before it allow.
  public static let strongestFirst: [MemoryModel] = [.sc, .tso, .rc11]

  /// The machines in a few words.
  public var machinesBriefly: String {
    switch self {
    case .sc: "any machine"
    case .tso: "x86 and ARM"
    case .rc11: "ARM, not x86"
    }
  }

  /// The machines that can show an execution that needs this model, in words.
  public var machines: String {
    switch self {
    case .sc: "any machine, one step after the other"
    case .tso: "x86 and everything weaker"
    case .rc11: "ARM, POWER and RISC-V, or a compiler's reordering; no x86 machine by itself"
    }
  }
}
