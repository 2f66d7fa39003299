import SingletonCore
import Testing

@testable import SingletonArgumentParsing
@testable import SingletonCommands

@Suite struct `Patterns of ids` {
  @Test(arguments: [
    ("lock", "lock"), ("*", ""), ("*", "lock"), ("lock*", "lock-free"), ("*lock", "double-checked-lock"),
    ("*-*-*", "double-checked-lock"), ("l?ck", "lock"), ("l[ao]ck", "lock"), ("l[a-z]ck", "lock"),
    ("l[!a-n]ck", "lock"),
    ("lock[-]free", "lock-free"), ("[a-]x", "-x"), ("**k", "lock"),
  ])
  func `a pattern matches the words that it describes`(pattern: String, word: String) throws {
    #expect(try #require(Glob(pattern)).matches(word))
  }

  @Test(arguments: [
    ("lock", "lock-free"), ("lock", "Lock"), ("lock?", "lock"), ("l[!o]ck", "lock"), ("*x*", "lock"), ("l*k*k", "lock"),
  ])
  func `a pattern matches no other word`(pattern: String, word: String) throws {
    #expect(try #require(Glob(pattern)).matches(word) == false)
  }

  @Test(arguments: ["lock", "a [b] *c?", "[!x]", "]["]) func `the exact pattern of a text matches it alone`(
    text: String
  ) throws {
    let pattern = try #require(Glob(Glob.exactly(text)))
    #expect(pattern.matches(text) && !pattern.matches(text + "x") && !pattern.matches("a b xcx"))
  }

  @Test(arguments: ["", "[", "a[b", "[]", "[!]", "a[!]b"])
  func `a pattern that is empty, or has a set that is not closed, is refused`(text: String) {
    #expect(Glob(text) == nil)
  }

  @Test(.timeLimit(.minutes(1))) func `a pattern of many stars takes no exponential time`() throws {
    let pattern = try #require(Glob(String(repeating: "*a", count: 200) + "b"))
    #expect(!pattern.matches(String(repeating: "a", count: 400)))
  }

  @Test(arguments: [("run", "run", 0), ("rn", "run", 1), ("urn", "run", 1), ("", "run", 3), ("kitten", "sitting", 3)])
  func `the edit distance counts the letters to change`(text: String, word: String, distance: Int) {
    #expect(EditDistance.between(text, word) == distance)
  }
}

@Suite struct `Suggested spellings` {
  private static let words = ["run", "list", "explain", "completions", "--threads", "--help", "semaphore-guarded"]

  @Test(
    arguments: [
      ("rn", "run"), ("RUN", "run"), ("lits", "list"), ("-threads", "--threads"), ("help", "--help"),
      ("completion", "completions"),
      ("semaphore", "semaphore-guarded"), ("sempahore", "semaphore-guarded"), ("zzzzzz", nil), ("64", nil), ("", nil),
    ] as [(String, String?)])
  func `a spelling is suggested only if it is close`(text: String, nearest: String?) {
    #expect(Suggestions.nearest(to: text, among: Self.words) == nearest)
  }

  @Test(
    arguments: [
      ("firstaccess", ["first-access"]), ("smaphore*", ["semaphore-guarded"]), ("17", []), ("zzz*", []),
      ("construct", ["reconstruct", "mixed-construction", "subclass-construction"]),
    ] as [(String, [String])])
  func `only near ids are suggested, and none that is much less near than the nearest`(
    pattern: String, nearest: [String]
  ) {
    let ids = Scenario.allCases.map(\.id) + ["lazy", "lock", "once", "semaphore-guarded"]
    #expect(Suggestions.nearest(toPattern: pattern, among: ids) == nearest)
  }

  @Test func `an id that several things have is suggested once`() {
    #expect(Suggestions.nearest(toPattern: "os", among: ["ok", "ns", "ok", "or", "is"]) == ["ok", "ns", "or"])
  }

  @Test func `capital letters make no difference`() {
    #expect(Suggestions.nearest(toPattern: "nslok", among: ["mutex", "NSLock"]) == ["NSLock"])
  }
}
