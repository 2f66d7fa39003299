import Reports
import Testing

@Suite struct `A strategy's source, excerpted` {
  private static let file = """
    import Outcomes

    /// Idea: a lock round the whole accessor.
    ///
    /// Source: none.
    package struct Locked<W: World>: Strategy {
      private let lock: W.Lock

      package func shared(_ caller: W.Caller) -> W.Instance? {
        lock.whileHeld { instance.load() }
      }
    }

    extension Locked {
      package static var card: Card {
        Card(id: "locked")
      }
    }

    """.split(separator: "\n", omittingEmptySubsequences: false)

  @Test func `begins with its header and ends before its card, under the file's own line numbers`() {
    #expect(
      SourceExcerpt(Self.file).text() == """
           3  /// Idea: a lock round the whole accessor.
           4  ///
           5  /// Source: none.
           6  package struct Locked<W: World>: Strategy {
           7    private let lock: W.Lock
           8
           9    package func shared(_ caller: W.Caller) -> W.Instance? {
          10      lock.whileHeld { instance.load() }
          11    }
          12  }

        """)
  }

  @Test func `may begin with the declaration`() {
    #expect(SourceExcerpt(Self.file, from: .declaration).text().hasPrefix("   6  package struct Locked"))
    #expect(SourceExcerpt(Self.file, from: .declaration).code.hasPrefix("package struct Locked"))
  }

  @Test func `is the whole file where there is neither header nor card`() {
    #expect(SourceExcerpt(["let a = 1", "", "let b = 2"]).code == "let a = 1\n\nlet b = 2\n")
    #expect(SourceExcerpt([]).text().isEmpty)
  }

  @Test(arguments: [40, 47, 60, 80]) func `loses nothing in a narrow terminal`(width: Int) {
    let text = SourceExcerpt(Self.file).text(width: width)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    for word in Self.file[2..<12].joined(separator: " ").split(separator: " ") {
      #expect(text.contains(word))
    }
  }

  @Test func `sets in what a long line goes on with`() {
    #expect(
      SourceExcerpt(Self.file, from: .declaration).text(width: 50).contains(
        "   9    package func shared(_ caller: W.Caller) ->\n           W.Instance? {\n"))
  }
}
