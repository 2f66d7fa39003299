import SingletonPlatform

/// The counts of instructions that a file beside a test has recorded: for each build, a line for each accessor.
///
///     [x86_64, Swift 6.3.1, debug, glibc 2.41, 0123456789abcdef]
///     Account: 96 instructions, 4 atomic ones, 5 calls, 0 system calls
struct RecordedInstructions: Equatable {
  /// The lines of each build, by the accessor's name, in words.
  private(set) var builds: [String: [String: InstructionCount]] = [:]

  /// The build whose counts this process compares, as a section's title names it.
  static var thisBuild: String {
    [
      SystemProbe().architecture, "Swift \(ThisBuild.swiftVersion)", ThisBuild.configuration, SystemProbe.cLibrary,
      ThisBuild.countsFingerprint,
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static let heading = """
    # Instructions of later accesses, by accessor. STRESS_RECORD=1 swift test records them again.

    """

  init() {}

  /// Reads the text of a file.
  ///
  /// - Throws: A sentence about the first line that is none of such a file.
  init(_ text: String) throws(Malformed) {
    var build: String?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        build = String(line.dropFirst().dropLast())
        continue
      }
      guard let build, let colon = line.ranges(of: ": ").last,
        let count = InstructionCount(words: line[colon.upperBound...])
      else { throw Malformed(line: number + 1, text: String(line)) }
      builds[build, default: [:]][String(line[..<colon.lowerBound])] = count
    }
  }

  struct Malformed: Error {
    let line: Int
    let text: String
  }

  subscript(name: String, in build: String) -> InstructionCount? {
    get { builds[build]?[name] }
    set { builds[build, default: [:]][name] = newValue }
  }

  var text: String {
    Self.heading
      + builds.sorted { $0.key < $1.key }.map { build, counts in
        "\n[\(build)]\n" + counts.sorted { $0.key < $1.key }.map { "\($0): \($1)\n" }.joined()
      }.joined()
  }
}

extension InstructionCount {
  /// Reads a count that ``description`` has written.
  fileprivate init?(words: Substring) {
    let numbers = words.split(separator: ", ").compactMap { part in
      part.split(separator: " ").first.flatMap { UInt64($0.filter { $0 != "," }) }
    }
    guard numbers.count == 4 else { return nil }
    self.init(instructions: numbers[0], atomics: numbers[1], calls: numbers[2], systemCalls: numbers[3])
    guard description == words else { return nil }
  }
}
