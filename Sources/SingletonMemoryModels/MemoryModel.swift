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
  /// RC11 with dependencies: an access through a pointer comes after the read that returned the pointer, as on hardware
  /// with weak memory. The access therefore sees everything that was published before the pointer by the release store
  /// that the read has seen.
  case rc11WithDependencies = "rc11-dep"

  /// The models from the strongest to the weakest. Each allows every execution that the models before it allow.
  public static let strongestFirst: [MemoryModel] = [.sc, .tso, .rc11WithDependencies, .rc11]

  /// Whether all threads see accesses in one order. The only exception is that a thread may read its own writes before
  /// other threads can.
  public var hasGlobalOrder: Bool { self == .sc || self == .tso }

  /// The machines that can show an execution of this model, in a few words.
  public var machinesBriefly: String {
    switch self {
    case .sc: "any machine"
    case .tso: "x86 and ARM"
    case .rc11WithDependencies: "weak hardware or a compiler"
    case .rc11: "a compiler"
    }
  }

  /// The machines that can show an execution that no stronger model allows, in words.
  public var machines: String {
    switch self {
    case .sc: "any machine, one step at a time"
    case .tso: "x86 and everything weaker"
    case .rc11WithDependencies:
      "weak hardware such as ARM, POWER and RISC-V, or a compiler's reordering; x86 processors do not reorder this way"
    case .rc11:
      "a compiler's reordering, which C++ allows; ARM, POWER, RISC-V and x86 processors respect the address dependency"
    }
  }
}

/// The memory model of a processor: whether other cores see one core's stores in program order.
public enum HardwareMemoryModel: Sendable {
  case totalStoreOrder
  case weak
}
