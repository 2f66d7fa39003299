import Commands
import Testing

@Suite struct `Patterns` {
  @Test(arguments: [
    ("lock", "lock"), ("*", ""), ("*", "lock"), ("lock*", "lock-free"), ("*lock", "double-checked-lock"),
    ("*-*-*", "double-checked-lock"), ("l?ck", "lock"), ("l[ao]ck", "lock"), ("l[a-z]ck", "lock"),
    ("l[!a-n]ck", "lock"),
    ("lock[-]free", "lock-free"), ("[a-]x", "-x"), ("**k", "lock"),
  ])
  func `match what they stand for`(pattern: String, word: String) throws {
    #expect(try #require(Glob(pattern)).matches(word))
  }

  @Test(arguments: [
    ("lock", "lock-free"), ("lock", "Lock"), ("lock?", "lock"), ("l[!o]ck", "lock"), ("*x*", "lock"), ("l*k*k", "lock"),
  ])
  func `match nothing else`(pattern: String, word: String) throws {
    #expect(try #require(Glob(pattern)).matches(word) == false)
  }

  @Test(arguments: ["", "[", "a[b", "[]", "[]a]", "[!]", "[z-a]"])
  func `that are not closed, empty or backwards are none`(text: String) {
    #expect(Glob(text) == nil)
  }

  @Test(.timeLimit(.minutes(1))) func `cost a product of two lengths, however many stars they have`() throws {
    let pattern = try #require(Glob(String(repeating: "*a", count: 200) + "b"))
    #expect(!pattern.matches(String(repeating: "a", count: 400)))
  }

  @Test(arguments: [("run", "run", 0), ("rn", "run", 1), ("urn", "run", 1), ("", "run", 3), ("kitten", "sitting", 3)])
  func `are as far from a word as there are letters to change`(text: String, word: String, distance: Int) {
    #expect(Glob(literally: text).distance(to: word) == distance)
  }
}

@Suite struct `The nearest spelling` {
  private static let words = ["run", "list", "explain", "completions", "--threads", "--help", "semaphore-guarded"]

  @Test(
    arguments: [
      ("rn", "run"), ("RUN", "run"), ("lits", "list"), ("-threads", "--threads"), ("help", "--help"),
      ("completion", "completions"),
      ("semaphore", "semaphore-guarded"), ("sempahore", "semaphore-guarded"), ("zzzzzz", nil), ("64", nil), ("", nil),
    ] as [(String, String?)])
  func `is close enough to be meant, or there is none`(text: String, nearest: String?) {
    #expect(Spelling.nearest(to: text, among: Self.words) == nearest)
  }

  @Test func `of an id is given however far it is`() throws {
    #expect(Spelling.nearest(to: try #require(Glob("zzz*")), among: Self.words).count == 3)
    #expect(Spelling.nearest(to: try #require(Glob("smaphore*")), among: Self.words).first == "semaphore-guarded")
  }
}
