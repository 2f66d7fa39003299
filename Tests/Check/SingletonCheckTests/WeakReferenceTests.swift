import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Classes that keep objects no longer than others do.
  @Suite struct `Weak and unowned references` {
    @Test func `in a cache are right under a lock, and race without one`() throws {
      for threads in [2, 3] {
        #expect(try CheckedClasses.verdicts(of: "weak-cache", threads: threads) == ["weak-cache: proved "])
      }
      #expect(
        try CheckedClasses.verdicts(of: "weak-unguarded") == [
          "weak-unguarded: refuted instances(sc) half_built(rc11) race(sc)"
        ])
    }

    @Test func `find the object as long as nobody has let go of it, so the first look says nothing of the second`()
      throws
    {
      #expect(
        try CheckedClasses.verdicts(of: "looks-twice-weakly looks-once-weakly always-there never-there") == [
          "looks-twice-weakly: refuted unexpected(sc)", "looks-once-weakly: proved ",
          "always-there: refuted unexpected(sc)", "never-there: refuted unexpected(sc)",
        ])
      let text = try CheckedClasses.output("always-there", "--verbose")
      #expect(text.contains(">> ends A") && text.contains(">> finds that A has ended"), "\(text)")
    }

    @Test func `to an owner that has ended are nil, or stop the process, or are not checked`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "back-reference certain-back-reference unchecked-back-reference weak-closure")
          == [
            "back-reference: proved ", "certain-back-reference: refuted trap(sc)",
            "unchecked-back-reference: refuted used_after_destroy(sc)", "weak-closure: proved ",
          ])
    }

    @Test func `that find nothing order nothing, and come before the end of the deinit`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "read-once-ended opens-again") == [
          "read-once-ended: refuted race(sc) unexpected(rc11)", "opens-again: refuted unexpected(sc)",
        ])
    }

    @Test func `find nothing while the deinit runs, though it refers to its object`() throws {
      #expect(try CheckedClasses.verdicts(of: "ends-slowly") == ["ends-slowly: proved "])
    }

    @Test func `to an object that two threads let go of at once are used after its end`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "opens-again", threads: 3) == [
          "opens-again: refuted used_after_destroy(sc) race(sc) unexpected(sc)"
        ])
    }

    @Test func `are the identity of a value that consists of one`() throws {
      #expect(try CheckedClasses.verdicts(of: "weak-value") == ["weak-value: proved "])
    }

    @Test func `are copied and moved within values and collections`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "held-for-moment appends-weak") == [
          "held-for-moment: proved ", "appends-weak: proved ",
        ])
    }

    @Test func `to an object that nobody lets go of cost no execution`() throws {
      #expect(try CheckedClasses.output("kept-back-reference") == "kept-back-reference: not modeled, 1: \n")
    }

    @Test func `have the outcomes of all orders of all steps that count, under sequential consistency`() throws {
      for length in [2, 3] {
        let text = try CheckedClasses.output("naive-references", "\(length)", "100", "130")
        #expect(text.hasSuffix(" 0 differ\n"), "\(text)")
        #expect(try #require(Int(text.prefix { $0 != " " })) >= 10, "\(text)")
      }
    }

    @Test func `have no other outcomes on real threads than those that were explored`() throws {
      let text = try CheckedClasses.output("race-references", "205", "220", "2000")
      #expect(text.hasSuffix(" 0 programs differ\n"), "\(text)")
      #expect(text.hasPrefix("15 programs"))
    }
  }
#endif
