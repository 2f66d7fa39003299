import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of accessors that return values with several objects inside.
  @Suite struct `Values with several objects` {
    @Test func `are built twice if a thread builds an object of a class of which a value has one`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "handle-built-twice pair-built-twice both-built-once built-number") == [
          "handle-built-twice: refuted inits(sc)", "pair-built-twice: refuted inits(sc)", "both-built-once: proved ",
          "built-number: not decided ",
        ])
    }

    @Test func `are the same if all of them are`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "eight-and-one eight-and-one-in-one forty-and-one forty-and-one-unordered") == [
          "eight-and-one: refuted instances(sc)", "eight-and-one-in-one: proved ",
          "forty-and-one: refuted instances(sc)", "forty-and-one-unordered: refuted half_built(rc11) race(sc)",
        ])
    }
  }

  @Suite struct `Variables of C whose names begin with underscores` {
    @Test(arguments: ["underscored", "underscored-static", "twice-underscored"])
    func `are not decided if nothing announces their accesses`(name: String) throws {
      let text = try CheckedClasses.output(name, "--verbose")
      #expect(text.hasPrefix("\(name): not decided, ") && text.contains("_cs_"), "\(text)")
    }
  }

  @Suite struct `Locks that know who holds them` {
    @Test func `refuse to be locked twice, or unlocked by a thread that does not hold them`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "error-checking unlocked-twice written-again") == [
          "error-checking: proved ", "unlocked-twice: proved ", "written-again: proved ",
        ])
      #expect(try CheckedClasses.output("unlocked-before").contains(" refuted, "))
    }
  }

  @Suite struct `Memory and stacks` {
    @Test func `of an owner may be large, and if they are too large nothing is decided`() throws {
      #expect(try CheckedClasses.verdicts(of: "large") == ["large: proved "])
      let text = try CheckedClasses.output("too-large", "--verbose")
      #expect(text.contains("more than 64 MiB of memory in `fresh`"), "\(text)")
    }

    @Test func `hold many calls, and a call without end stops the process in the execution that has it`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "deep endless") == ["deep: proved ", "endless: refuted trap(sc)"])
    }
  }
#endif
