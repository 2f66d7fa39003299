import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonStressEngine
import SingletonTextFormats

/// The machine code of a strategy's accesses: the instructions in the order in which they run, and how many there are.
struct AssemblyExplanation {
  private let id: String
  private let traces: [(form: RowForm, trace: AccessTrace)]

  /// The maximum number of instructions that are shown for one access.
  private static let most = 400

  init(of entry: CatalogEntry) throws {
    id = entry.info.id
    traces = try RowForm.allCases.filter { entry.raced(as: $0) != nil }.map {
      ($0, try AccessTrace(of: entry, as: $0))
    }
  }

  func text(width: Int) -> String {
    traces.map { form, trace in text(form, trace, width) }.joined(separator: "\n")
  }

  private func text(_ form: RowForm, _ trace: AccessTrace, _ width: Int) -> String {
    let counts = [
      ("a later access", trace.counts.later?.description), ("the first access", trace.counts.first?.description),
      ("not counted", trace.counts.remark),
      ("what it is", AccessTiming.content(of: form.rawValue)),
    ].compactMap { term, meaning in meaning.map { (term: term, meaning: $0) } }
    return "\(id), \(form.rawValue):\n" + TextLayout.definitions(counts, width: width)
      + instructions(Array(trace.places.prefix(Self.most)), of: trace.places.count, width)
  }

  private func instructions(_ places: [InstructionPlace], of count: Int, _ width: Int) -> String {
    guard !places.isEmpty else { return "" }
    let disassembly = Disassembly(of: places)
    let note =
      disassembly.hasTool
      ? ""
      : TextLayout.paragraph(
        "No llvm-objdump or objdump in PATH can be run, so only the addresses are shown.", width: width) + "\n"
    let rest = count - places.count
    let more = rest > 0 ? "  and \(HumanFormat.counted(rest, "more instruction"))\n" : ""
    return "\nA later access, step by step:\n\n" + note
      + zip(places, [nil] + places.map(Optional.some)).map { line($0, after: $1, disassembly) }.joined() + more
  }

  /// Returns the line for an instruction. A heading precedes it if the instruction is in another function or file than
  /// the one before.
  private func line(_ place: InstructionPlace, after last: InstructionPlace?, _ disassembly: Disassembly) -> String {
    let isOtherFile = last.map { $0.file != place.file } ?? false
    let file = place.isInProgram ? "the program" : place.file.map { Path.name(of: $0) } ?? "no file"
    let text = disassembly[place]
    let heading = place.function.map { isOtherFile ? "\($0), in \(file)" : $0 } ?? (isOtherFile ? "in \(file)" : nil)
    return (heading.map { "\($0):\n" } ?? "") + "  " + String(place.address, radix: 16)
      + (text.isEmpty ? "" : "  " + text) + "\n"
  }
}
