import SingletonStrategyKit
import Testing

/// Source lines whose paths are found at run time.
struct SourceLinePathTests {
  @Test func `equal lines are equal, wherever their paths come from`() throws {
    let lines = try ["Cache.swift", "Cache.swift", "Images.swift"].map { try #require(SourceLine(path: $0, line: 7)) }
    #expect(lines[0] == lines[1])
    #expect(lines[0] != lines[2])
    #expect(lines.map(\.place) == ["Cache.swift:7", "Cache.swift:7", "Images.swift:7"])
  }
}
