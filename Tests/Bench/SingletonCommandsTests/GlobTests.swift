import Testing

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
}
