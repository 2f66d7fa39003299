/// A memory model, which determines the allowed executions of a concurrent program.
///
/// The raw value is its name in options and reports.
public enum MemoryModel: String, CaseIterable, Codable, Sendable {
  /// C++ without load buffering, with the release sequences of C++20: irreflexive `hb ; eco?`, acyclic `psc`.
  case rc11
  /// x86: acyclic `po-loc | rf | mo | fr`, and acyclic (po without write-to-read) | fences | external rf | mo | fr.
  case tso
  /// Sequential consistency, in which all accesses have one order: acyclic `po | rf | mo | fr`.
  case sc
  /// ARMv8 without load buffering, in which a store becomes visible to all other cores at once: acyclic `po | rf`, acyclic
  /// `po-loc | rf | mo | fr`, and acyclic preserved program order | external rf | mo | fr. What is preserved follows from
  /// dependencies, and from the weakest instructions that ARM and x86 have for the memory orders.
  case arm

  /// The models from the strongest to the weakest. Each allows every execution that the models before it allow.
  public static let strongestFirst: [MemoryModel] = [.sc, .tso, .arm, .rc11]

  /// The name of a model that reports had before `arm`. It is read as an unknown one.
  package static let formerName = "rc11-dep"

  /// Whether all threads see accesses in one order. The only exception is that a thread may read its own writes before
  /// other threads can.
  public var hasGlobalOrder: Bool { self == .sc || self == .tso }

  /// The machines that can show an execution of this model, in a few words.
  public var machinesBriefly: String {
    switch self {
    case .sc: "any machine"
    case .tso: "x86"
    case .arm: "ARM or a compiler"
    case .rc11: "a compiler"
    }
  }

  /// The machines that can show an execution that no stronger model allows, in words.
  public var machines: String {
    switch self {
    case .sc: "any machine, one step at a time"
    case .tso: "x86, and weaker machines unless their instructions are stronger than the memory orders"
    case .arm:
      "ARM and other hardware with weak memory, or a compiler's reordering; x86 processors do not reorder this way"
    case .rc11:
      "only a compiler or C++'s rules: a compiler's reordering, which C++ allows; neither ARM nor x86 processors reorder"
        + " this way"
    }
  }

  /// The machines that can show an execution of compiled code, whose dependencies are not known, so that nobody has asked
  /// what ARM allows.
  package var machinesOfCompiledCode: String {
    self == .rc11
      ? "hardware with weak memory, such as ARM, or a compiler's reordering; x86 processors do not reorder this way"
      : machines
  }
}

/// The memory model of a processor: whether other cores see one core's stores in program order.
public enum HardwareMemoryModel: Sendable {
  case totalStoreOrder
  case weak
}
