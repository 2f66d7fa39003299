import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of classes that wait for conditions, or with a time limit.
  @Suite struct `Conditions and time limits` {
    @Test func `of classes that look again after each wait are proved`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "broadcast signal until-nobody until-ready") == [
          "broadcast: proved ", "signal: proved ", "until-nobody: proved ", "until-ready: proved ",
        ])
      #expect(try CheckedClasses.verdicts(of: "broadcast-to-two", threads: 3) == ["broadcast-to-two: proved "])
    }

    @Test func `end early, are never met, or miss a signal that was not sent under the lock`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "lost-signal woken-once never-signaled until") == [
          "lost-signal: refuted hang(sc)", "woken-once: refuted unexpected(sc)", "never-signaled: refuted hang(sc)",
          "until: refuted unexpected(sc)",
        ])
      let text = try CheckedClasses.output("lost-signal", "--verbose")
      #expect(text.contains("thread 1 waits forever for a signal of condition 3."))
      #expect(text.contains("begins to wait for condition 3"))
    }

    @Test func `wake any one of several threads at a signal`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "signal-for-two signal-in-chain", threads: 3) == [
          "signal-for-two: refuted hang(sc)", "signal-in-chain: proved ",
        ])
      let words = try CheckedClasses.output("signal-for-two", "--verbose", "3")
      #expect(words.contains("picks one of those that"), "\(words)")
      #expect(words.contains("thread 3 waits forever for a signal of condition 3."), "\(words)")
    }

    @Test func `of groups are met when all have left that have entered before`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "group group-late group-left group-left-twice group-within", threads: 3) == [
          "group: proved ", "group-late: refuted half_built(rc11) nil_results(sc) race(sc)", "group-left: proved ",
          "group-left-twice: refuted half_built(rc11) trap(sc) race(sc)", "group-within: refuted nil_results(sc)",
        ])
    }

    @Test func `may be over while others go on, so what a class does then is explored`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "own-instead patiently before before-again") == [
          "own-instead: refuted instances(sc)", "patiently: proved ", "before: refuted instances(sc)",
          "before-again: proved ",
        ])
      let words = try words("before")
      #expect(words.contains("finds lock held until its time is over"), "\(words)")
    }

    @Test func `are over only if nothing else happens, or in each wait, if a check says so`() throws {
      #expect(
        try CheckedClasses.verdicts(
          of: "own-instead-when-stuck own-instead-any-time own-after-two own-after-two-any-time patiently-any-time")
          == [
            "own-instead-when-stuck: proved ", "own-instead-any-time: refuted instances(sc)", "own-after-two: proved ",
            "own-after-two-any-time: refuted instances(sc)", "patiently-any-time: proved ",
          ])
      #expect(
        try CheckedClasses.verdicts(of: "until-any-time until-ready-any-time until-twice until-twice-any-time") == [
          "until-any-time: refuted unexpected(sc)", "until-ready-any-time: not decided ", "until-twice: proved ",
          "until-twice-any-time: refuted unexpected(sc)",
        ])
      #expect(try words("own-instead-any-time").contains("refuted, if waits may time out at any time"))
      #expect(try !words("patiently-any-time").contains("time limit ends in vain"))
      #expect(try words("patiently-when-stuck").contains("times out only if no thread can take another step"))
      #expect(try CheckedClasses.verdicts(of: "until-twice-replayed") == ["until-twice-replayed: refuted unexpected"])
    }

    @Test func `are named in a proof, with what it assumes of them`() throws {
      let (condition, limit) = (try words("signal"), try words("patiently"))
      let (wakes, ends) = (
        "a wait for a condition ends without a signal once at most",
        "a wait with a time limit ends in vain while other threads can go on once at most"
      )
      #expect(condition.contains(wakes) && !condition.contains(ends))
      #expect(limit.contains(ends) && !limit.contains(wakes))
      #expect(limit.contains("what DispatchTime.now() returns is used for time limits alone"))
    }

    @Test func `of a lock with conditions are operations of the lock`() throws {
      #expect(
        try CheckedClasses.output("in-turns", "by-turn", "turn-before-again", "2").split(separator: "\n") == [
          "in-turns: proved, 1: ", "turn-before-again: proved, 3: ", "by-turn: proved, 2: ",
        ])
      #expect(
        try CheckedClasses.verdicts(of: "never-its-turn at-once if-ready turn-before try-turn") == [
          "never-its-turn: refuted hang(sc)", "at-once: refuted unexpected(sc)", "if-ready: refuted unexpected(sc)",
          "turn-before: refuted unexpected(sc)", "try-turn: refuted instances(sc)",
        ])
      #expect(
        try CheckedClasses.output("relay", "relay-order") == """
          relay: refuted, 4: unexpected(sc)
          relay-order: proved, 4:\u{20}

          """)
      let words = try words("never-its-turn")
      #expect(words.contains("unlocks lock with condition 2"))
      #expect(words.contains("thread 1 waits forever for condition 1 of lock."))
    }

    @Test(arguments: [
      ("look-at-turn", "asks for its condition, and does not hold (InTurns.swift:"),
      ("locked-before", "an NSConditionLock that was locked before the threads began (InTurns.swift:"),
      ("turn-outside", "an NSConditionLock that was made outside of the check (InTurns.swift:"),
    ])
    func `of a lock that a thread does not hold, or that no execution has made, are not decided`(
      name: String, text: String
    ) throws {
      let words = try words(name)
      #expect(words.hasPrefix("\(name): not decided, "))
      #expect(words.contains(text), "\(words)")
    }

    private func words(_ name: String) throws -> String {
      try CheckedClasses.output(name, "--verbose").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  /// Checks of classes that do something in a deinit.
  @Suite struct `A deinit that other threads notice` {
    @Test func `is run by each thread that may be the last to let go`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "ends-locked ends-after-lock ends-under-lock ends-under-tally")
          == [
            "ends-locked: proved ", "ends-after-lock: proved ",
            "ends-under-lock: refuted hang(sc)", "ends-under-tally: refuted hang(sc)",
          ])
    }

    @Test func `and that waits for the lock under which it runs is a deadlock, whose threads are named`() throws {
      let text = try CheckedClasses.output("ends-under-lock", "--verbose")
      #expect(text.contains("ends A"))
      #expect(text.contains("thread 2 waits forever for lock, which thread 2 has locked"))
      #expect(
        try CheckedClasses.output("two-locks", "--verbose").contains(
          "thread 1 waits forever for first, which thread 2 has locked"))
    }
  }
#endif
