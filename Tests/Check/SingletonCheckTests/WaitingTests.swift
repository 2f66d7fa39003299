import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of classes that wait in loops.
  @Suite struct `Classes that wait in a loop` {
    @Test(arguments: [2, 3])
    func `that ends when another thread is done, however long it takes, are proved`(threads: Int) throws {
      #expect(
        try CheckedClasses.verdicts(of: "spin-lock awaited wait-and-publish 10-looks-before-waiting", threads: threads)
          == [
            "spin-lock: proved ", "awaited: proved ", "10-looks-before-waiting: proved ", "wait-and-publish: proved ",
          ])
      #expect(try CheckedClasses.verdicts(of: "look-and-spin") == ["look-and-spin: proved "])
    }

    @Test func `that gives up are refuted, by what they do then`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "impatient 1-look 100-looks 100-looks-in-object before-3") == [
          "impatient: refuted instances(sc) half_built(rc11) used_after_destroy(sc) race(sc)",
          "1-look: refuted instances(sc)", "100-looks: refuted instances(sc)",
          "100-looks-in-object: refuted instances(sc)", "before-3: refuted instances(sc)",
        ])
    }

    @Test func `that nobody ends wait forever`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "spin-without-unlock wait-for-nobody") == [
          "spin-without-unlock: refuted hang(sc)", "wait-for-nobody: refuted hang(sc)",
        ])
      let text = try CheckedClasses.output("wait-for-nobody", "--verbose")
      #expect(text.contains("finds 0 in isReady again and again (acquire)"))
    }

    @Test func `whose end is not in sight, or comes late, are never proved, and the loop is named`() throws {
      let names = ["million-looks", "million-looks-in-object", "100-looks-before-waiting", "3-in-turn", "12-in-turn"]
      let text = try CheckedClasses.output(names + ["--verbose"])
      for name in names { #expect(text.contains("\(name): not decided, ")) }
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.count(of: "was still running after 65,536 rounds") == 4)
      #expect(words.count(of: "gives up after 100 rounds") == 1)
      #expect(words.count(of: "Spinning.swift:") == 5)
    }

    @Test func `with several operations in each round are not decided, and the line is named`() throws {
      let text = try CheckedClasses.output("awaited-twice", "--verbose")
      #expect(text.hasPrefix("awaited-twice: not decided, "))
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("more than 255 operations of one thread"))
      #expect(words.contains("(Spinning.swift:"), "\(text)")
    }

    @Test func `over plain memory race`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "awaited-plainly") == ["awaited-plainly: refuted half_built(rc11) race(sc)"]
      )
    }
  }

  extension String {
    fileprivate func count(of text: String) -> Int { ranges(of: text).count }
  }
#endif
