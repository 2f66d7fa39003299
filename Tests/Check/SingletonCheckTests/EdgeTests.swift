import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Code that is not instrumented, memory from before, and ends of threads.
  @Suite struct `A check sees` {
    private func verdicts(_ names: String) throws -> [String] { try CheckedClasses.verdicts(of: names) }

    private func requireUndecided(_ name: String, _ reason: String) throws {
      let output = try CheckedClasses.output(name, "--verbose")
      #expect(output.hasPrefix("\(name): not decided, "), "\(output)")
      #expect(output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(reason), "\(output)")
    }

    @Test func `what functions of the C library read and write, whatever their names`() throws {
      #expect(
        try verdicts("scans-beside-write scans-before-write vector") == [
          "scans-beside-write: proved ", "scans-before-write: refuted unexpected(sc)", "vector: proved ",
        ])
      try requireUndecided("scans-beside-unlocked-write", "Code that is not instrumented has accessed shared memory")
    }

    @Test func `an element that is accessed by an address which was kept`() throws {
      try requireUndecided(
        "element-by-address", "an element of a collection that is accessed by an address which was kept")
      #expect(try verdicts("element-with-lock") == ["element-with-lock: proved "])
    }

    @Test func `the address of an object that has ended`() throws {
      try requireUndecided("name-of-ended", "the address of memory that has ended is kept")
    }

    @Test func `memory that is not initialized`() throws {
      #expect(
        try verdicts("not-initialized zeroed") == ["not-initialized: refuted unexpected(sc)", "zeroed: proved "])
    }

    @Test func `what the end of a thread destroys`() throws {
      #expect(
        try verdicts("counts-at-ends counts-at-ends-with-lock") == [
          "counts-at-ends: refuted race(sc) unexpected(sc)", "counts-at-ends-with-lock: proved ",
        ])
    }

    @Test func `the permits of a semaphore of POSIX`() throws {
      #expect(
        try verdicts("one-permit two-permits no-permit") == [
          "one-permit: proved ", "two-permits: refuted race(sc) unexpected(sc)", "no-permit: refuted hang(sc)",
        ])
    }

    @Test func `that a signal of a semaphore may wake a thread`() throws {
      try requireUndecided("signal-wakes-nobody", "whether a signal of a semaphore has woken a thread")
    }

    @Test func `how each thread rounds`() throws {
      #expect(
        try verdicts("rounds-as-before rounds-as-other-thread") == [
          "rounds-as-before: proved ", "rounds-as-other-thread: refuted unexpected(sc)",
        ])
    }

    @Test func `a store that passes the cache by`() throws {
      #expect(try verdicts("hands-over") == ["hands-over: proved "])
      try requireUndecided("hands-over-past-cache", "stored to past the cache, which no release orders")
    }

    @Test func `memory that has two addresses`() throws {
      try requireUndecided("two-addresses", "memory that is mapped to be shared")
    }

    @Test func `a lock that was not initialized`() throws {
      #expect(try verdicts("raw-lock") == ["raw-lock: proved "])
      try requireUndecided("raw-lock-uninitialized", "in memory that was not initialized")
    }

    @Test func `a lock that is chosen by bits of an address`() throws {
      #expect(try verdicts("lock-of-thread") == ["lock-of-thread: refuted race(sc) unexpected(sc)"])
    }
  }
#endif
