import SingletonPresentation
import Testing

@Suite struct `Source excerpts` {
  private static let file = """
    import SingletonCore

    /// Idea: a lock around the whole accessor.
    ///
    /// Source: none.
    package struct Locked<B: Backend>: Strategy {
      private let lock: B.Lock

      package func shared(_ caller: B.Caller) -> B.Instance? {
        lock.whileHeld { instance.load() }
      }
    }

    extension Locked {
      package static var info: StrategyInfo {
        StrategyInfo(id: "locked")
      }
    }

    """.split(separator: "\n", omittingEmptySubsequences: false)

  @Test func `an excerpt begins with the header and ends before the info, with the file's line numbers`() {
    #expect(
      SourceExcerpt(Self.file).text() == """
           3  /// Idea: a lock around the whole accessor.
           4  ///
           5  /// Source: none.
           6  package struct Locked<B: Backend>: Strategy {
           7    private let lock: B.Lock
           8
           9    package func shared(_ caller: B.Caller) -> B.Instance? {
          10      lock.whileHeld { instance.load() }
          11    }
          12  }

        """)
  }

  @Test func `an excerpt can begin with the declaration`() {
    #expect(SourceExcerpt(Self.file, from: .declaration).text().hasPrefix("   6  package struct Locked"))
    #expect(SourceExcerpt(Self.file, from: .declaration).code.hasPrefix("package struct Locked"))
  }

  @Test func `an excerpt of a file without a header and an info is the whole file`() {
    #expect(SourceExcerpt(["let a = 1", "", "let b = 2"]).code == "let a = 1\n\nlet b = 2\n")
    #expect(SourceExcerpt([]).text().isEmpty)
  }

  @Test(arguments: [40, 47, 60, 80]) func `an excerpt in a narrow terminal has every line of code whole`(width: Int) {
    let lines = SourceExcerpt(Self.file).text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width || !$0.contains("//") })
    for line in Self.file[5..<12] where !line.isEmpty { #expect(lines.contains { $0.hasSuffix("  " + line) }) }
  }

  @Test func `a comment that is too long continues as a comment`() {
    #expect(
      SourceExcerpt([
        "  /// A comment that is longer than a line.", "  let a = 1  // A comment that stays on its line.",
      ])
      .text(width: 30) == """
          1    /// A comment that is
               /// longer than a line.
          2    let a = 1  // A comment that stays on its line.

        """)
  }
}
