import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of three or more threads that all ask for the same.
  @Suite struct `Threads that do the same` {
    @Test func `are exchanged: one execution is visited of those that differ in which thread does what`() throws {
      #expect(
        try CheckedClasses.output("mutex", "acquired", "readers", "look-then-build", "lazy-property", "3") == """
          look-then-build: refuted, 129: instances(sc) half_built(rc11) used_after_destroy(sc) race(sc)
          lazy-property: refuted, 17: instances(sc) half_built(rc11) used_after_destroy(sc) race(sc)
          mutex: proved, 1:\u{20}
          acquired: proved, 3:\u{20}
          readers: proved, 105:\u{20}

          """)
      let proof = try CheckedClasses.output("mutex", "3", "--verbose").split(whereSeparator: \.isWhitespace)
      #expect(proof.joined(separator: " ").contains("does not depend on where their objects are in memory"))
    }

    @Test func `are checked with 32 of them, whose orders of counting are not tried one by one`() throws {
      #expect(try CheckedClasses.output("beside-pointer", "32") == "beside-pointer: proved, 1: \n")
    }

    @Test func `are not if the code compares addresses, and then all executions are visited`() throws {
      for threads in [2, 3] {
        #expect(
          try CheckedClasses.verdicts(of: "by-address", threads: threads) == ["by-address: refuted instances(sc)"])
      }
    }

    @Test func `are not if they draw random numbers, which are others for each`() throws {
      #expect(try CheckedClasses.output("random", "3") == "random: proved, 6: \n")
    }

    @Test func `have as many executions and the same outcomes as without exchanges, with and without references`()
      throws
    {
      let lines = try CheckedClasses.output("alike", "2", "0", "12").split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(" 0 differ") }, "\(lines)")
    }
  }
#endif
