import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Answers of the system that no source determines, on which code may depend.
  @Suite struct `What a proof must not depend on` {
    @Test func `is which of two addresses is lower`() throws {
      #expect(
        try CheckedClasses.verdicts(
          of: "first-is-lower first-is-higher elsewhere lower-lock-first lower-lock-always-first") == [
            "first-is-lower: refuted unexpected(sc)", "first-is-higher: refuted unexpected(sc)", "elsewhere: proved ",
            "lower-lock-first: refuted hang(sc)", "lower-lock-always-first: proved ",
          ])
    }

    @Test func `is that no object gets the memory of one that has ended`() throws {
      let output = try CheckedClasses.output("same-address", "--verbose")
      #expect(output.hasPrefix("same-address: not decided, "))
      #expect(
        output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
          "whether memory that was freed is used again"), "\(output)")
      #expect(try CheckedClasses.verdicts(of: "same-object") == ["same-object: proved "])
    }

    @Test func `is what a library reads in a state that only some executions have`() throws {
      #expect(try CheckedClasses.verdicts(of: "length-while-loading") == ["length-while-loading: refuted race(sc)"])
      let output = try CheckedClasses.output("number-while-loading", "--verbose")
      #expect(output.hasPrefix("number-while-loading: not decided, "))
      #expect(output.contains("Code that is not instrumented has accessed shared memory"), "\(output)")
    }

    @Test func `is which thread or processor runs`() throws {
      let names = ["by-processor", "by-address-of-error"]
      #expect(
        try CheckedClasses.verdicts(of: names.joined(separator: " ")) == names.map { "\($0): refuted instances(sc)" })
      #expect(try CheckedClasses.verdicts(of: "by-main-thread") == ["by-main-thread: not decided "])
    }

    @Test func `is what the first execution leaves in a library`() throws {
      let output = try CheckedClasses.output("name", "--verbose")
      #expect(output.hasPrefix("name: not decided, "))
      #expect(
        output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
          "a second execution does not do what the first did"), "\(output)")
      #expect(try CheckedClasses.verdicts(of: "name-again") == ["name-again: not decided "])
    }

    @Test func `is what a library has once for each process, whoever is the first to ask`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "process-table marks-if-first") == [
          "process-table: not decided ", "marks-if-first: not decided ",
        ])
    }

    @Test func `is memory of a thread, of which each has its own`() throws {
      let names = ["thread-dictionary", "own-memory", "own-variable", "own-number"]
      #expect(
        try CheckedClasses.verdicts(of: names.joined(separator: " ")) == names.map { "\($0): refuted instances(sc)" })
    }

    @Test func `is shown again by the code of an execution with the other addresses`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "first-is-lower-replayed") == ["first-is-lower-replayed: refuted unexpected"])
    }
  }
#endif
