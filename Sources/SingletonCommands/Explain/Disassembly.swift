import SingletonPlatform

/// The texts of instructions, as printed by a disassembler of the toolchain.
struct Disassembly {
  private var texts: [InstructionPlace: String] = [:]
  private(set) var hasTool = true

  private static let tools = ["llvm-objdump", "objdump"]
  private static let prefixes = ["lock", "rep", "repne"]
  /// If two instructions are farther apart than this, in bytes, the disassembler is run separately for each.
  private static let gap: UInt64 = 256
  /// The size of the longest instruction, in bytes.
  private static let longest: UInt64 = 15

  init(of places: [InstructionPlace]) {
    for (file, inFile) in Dictionary(grouping: Set(places), by: \.file) {
      guard let file else { continue }
      for run in Self.runs(inFile.sorted { $0.address < $1.address }) {
        guard let lines = Self.lines(of: file, from: run.first!.address, to: run.last!.address + Self.longest) else {
          hasTool = false
          return
        }
        for place in run { texts[place] = Self.text(at: place.address, in: lines) }
      }
    }
  }

  /// Returns the text of an instruction, or an empty string if it is unknown.
  subscript(place: InstructionPlace) -> String { texts[place] ?? "" }

  /// Returns the text at an address. Some disassemblers print a prefix on a separate line, which is joined with the
  /// next.
  private static func text(at address: UInt64, in lines: [UInt64: String]) -> String {
    let text = lines[address] ?? ""
    return prefixes.contains(text) ? text + " " + Self.text(at: address + 1, in: lines) : text
  }

  private static func runs(_ sorted: [InstructionPlace]) -> [[InstructionPlace]] {
    sorted.reduce(into: []) { runs, place in
      if let last = runs.last?.last, place.address - last.address <= gap {
        runs[runs.count - 1].append(place)
      } else {
        runs.append([place])
      }
    }
  }

  /// Returns the texts of the instructions in a range, keyed by address, or `nil` if no disassembler can be run.
  private static func lines(of file: String, from start: UInt64, to end: UInt64) -> [UInt64: String]? {
    let range = ["--start-address=0x\(String(start, radix: 16))", "--stop-address=0x\(String(end, radix: 16))"]
    let output = tools.lazy.compactMap { tool in
      Subprocess.output(
        of: [tool, "-d", "--no-show-raw-insn"] + range + [file], environment: environmentVariables(), limit: 1 << 22,
        timeout: .seconds(10)
      ).flatMap { $0.isEmpty ? nil : $0 }
    }.first
    guard let output else { return nil }
    let pairs = output.split(separator: "\n").compactMap(instruction)
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the address and the text from a line such as `  4a3f10:  pushq %rbp`, or `nil` if the line has another
  /// form.
  private static func instruction(_ line: Substring) -> (UInt64, String)? {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let address = UInt64(parts[0].drop { $0 == " " }, radix: 16) else { return nil }
    // The name after an address is that of the nearest symbol below it, which may be far away.
    let text = parts[1].prefix { $0 != "<" && $0 != "#" }
    return (address, text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
