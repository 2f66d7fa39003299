import Testing

#if canImport(Glibc) && arch(x86_64)
  @Suite struct `Forms of real packages` {
    @Test func `that look in one critical section and build in another, or resolve what they read, are refuted`() throws
    {
      #expect(
        try CheckedClasses.verdicts(of: "contexts tag") == ["tag: refuted race(sc)", "contexts: refuted instances(sc)"])
    }

    @Test func `that fix a setting when it is read first, with one compare-exchange, are proved`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "suggestion suggestions") == ["suggestion: proved ", "suggestions: proved "])
    }

    @Test func `whose storage is a generic enum are refuted`() throws {
      #expect(try CheckedClasses.output("published").hasPrefix("published: refuted, "))
    }

    @Test(arguments: [2, 3]) func `that build under a lock with an early return are proved`(threads: Int) throws {
      #expect(try CheckedClasses.verdicts(of: "multicast", threads: threads) == ["multicast: proved "])
    }
  }

  @Suite struct `Wrong use of a check` {
    @Test func `with no threads is refused, with roles too`() throws {
      #expect(try CheckedClasses.output("no-threads") == "no-threads: threads: expected 2 through 32, got 0\n")
    }

    @Test func `of a class that starts a thread decides nothing, and names the line`() throws {
      let output = try CheckedClasses.output("starts-thread", "--verbose")
      #expect(output.hasPrefix("starts-thread: not decided"))
      #expect(output.contains("the start of a thread (RealForms.swift:"))
    }

    @Test func `of a class that is compiled without the flags decides nothing, and names the program`() throws {
      let output = try CheckedClasses.output("without-flags", "--verbose")
      #expect(!output.contains("proved") && !output.contains("refuted"), "\(output)")
      #expect(output.contains("swiftSettings: ["), "\(output)")
    }
  }
#endif
