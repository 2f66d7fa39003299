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

    @Test(arguments: [("asked", 69), ("asked-of-copy", 81)])
    func `are not decided if a thread asks whether there is one while another one may hold the object`(
      name: String, line: Int
    ) throws {
      let text = try CheckedClasses.output(name, "--verbose")
      #expect(text.hasPrefix("\(name): not decided, "))
      #expect(
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
          "a question whether a shared object has one reference (ReferenceCounts.swift:\(line))"))
    }

    @Test func `are what they are if a lock orders the question`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "asked-under-lock asked-with-another") == [
          "asked-under-lock: proved ", "asked-with-another: proved ",
        ])
    }
  }
#endif
