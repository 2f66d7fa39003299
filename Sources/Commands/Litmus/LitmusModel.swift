import ModelChecker

/// The memory models by the names that the command line, litmus files and results give them; the weakest first.
enum LitmusModel: String, CaseIterable {
  case rc11, tso, sc

  var memoryModel: MemoryModel {
    switch self {
    case .rc11: .rc11
    case .tso: .tso
    case .sc: .sc
    }
  }
}
