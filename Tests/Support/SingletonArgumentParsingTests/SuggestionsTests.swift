import SingletonCore
import Testing

@testable import SingletonArgumentParsing

@Suite struct `Suggested spellings` {
  private static let words = ["run", "list", "explain", "completions", "--threads", "--help", "semaphore-guarded"]

  @Test(
    arguments: [
      ("rn", "run"), ("RUN", "run"), ("lits", "list"), ("-threads", "--threads"), ("help", "--help"),
      ("completion", "completions"),
      ("semaphore", "semaphore-guarded"), ("sempahore", "semaphore-guarded"), ("zzzzzz", nil), ("64", nil), ("", nil),
    ] as [(String, String?)])
  func `a spelling is suggested only if it is close`(text: String, nearest: String?) {
    #expect(Suggestions.nearest(to: text, among: Self.words).first == nearest)
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

  @Test(arguments: [("run", "run", 0), ("rn", "run", 1), ("urn", "run", 1), ("", "run", 3), ("kitten", "sitting", 3)])
  func `the edit distance counts the letters to change`(text: String, word: String, distance: Int) {
    #expect(editDistances(text, word).last == distance)
  }
}
