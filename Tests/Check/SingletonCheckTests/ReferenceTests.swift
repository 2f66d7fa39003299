import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Classes whose threads count references to one object.
  @Suite struct `Counts of references` {
    @Test(arguments: [2, 3])
    func `have no order: to retain and to release what others keep is one execution`(threads: Int) throws {
      #expect(
        try CheckedClasses.output("visited", "visited-and-let-go", "\(threads)") == """
          visited: not modeled, 1:\u{20}
          visited-and-let-go: not modeled, 1:\u{20}

          """)
    }

    @Test func `have each order if others notice the end`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "ends-once first-ends second-ends") == [
          "ends-once: proved ", "first-ends: refuted unexpected(sc)", "second-ends: refuted unexpected(sc)",
        ])
    }

    @Test func `let the thread that ends the object see what others did before they let go, and nothing else`() throws {
      let verdicts = try CheckedClasses.verdicts(of: "leaves-numbers leaves-late")
      #expect(
        verdicts == ["leaves-numbers: proved ", "leaves-late: refuted race(sc) unexpected(sc)"], "\(verdicts)")
    }

    @Test func `are one or several if a thread asks while another one may hold the object`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "asked asked-for-one asked-for-several asked-of-copy") == [
          "asked: proved ", "asked-for-one: refuted unexpected(sc)", "asked-for-several: refuted unexpected(sc)",
          "asked-of-copy: proved ",
        ])
    }

    @Test func `are what they are if a lock orders the question`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "asked-under-lock asked-with-another") == [
          "asked-under-lock: proved ", "asked-with-another: proved ",
        ])
    }
  }
#endif
