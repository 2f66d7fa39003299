import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of classes that wait in loops, for conditions, or with a time limit.
  @Suite struct `Classes that wait` {
    /// Checks classes in one process, and returns the verdict and the findings of each.
    private func verdicts(of names: String..., threads: Int = 2) throws -> [String] {
      let names = names.flatMap { $0.split(separator: " ").map(String.init) }
      let lines = try CheckedClasses.output(names + ["\(threads)"]).split(separator: "\n")
      return lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        let verdict = parts.count == 3 ? parts[1].split(separator: ",")[0].dropFirst() : "no result"
        return "\(parts[0]): \(verdict)\(parts.last ?? "")"
      }
    }

    @Test(arguments: [2, 3])
    func `in a loop that ends when another thread is done, however long it takes, are proved`(threads: Int) throws {
      #expect(
        try verdicts(of: "spin-lock awaited wait-and-publish 10-looks-before-waiting", threads: threads) == [
          "spin-lock: proved ", "awaited: proved ", "10-looks-before-waiting: proved ", "wait-and-publish: proved ",
        ])
      #expect(try verdicts(of: "look-and-spin") == ["look-and-spin: proved "])
    }

    @Test func `in a loop that gives up are refuted, by what they do then`() throws {
      #expect(
        try verdicts(of: "impatient 1-look 100-looks 100-looks-in-object before-3 before-12") == [
          "impatient: refuted instances(sc) half_built(rc11-dep) used_after_destroy(sc) race(sc)",
          "1-look: refuted instances(sc)", "100-looks: refuted instances(sc)",
          "100-looks-in-object: refuted instances(sc)", "before-3: refuted instances(sc)",
          "before-12: refuted instances(sc)",
        ])
    }

    @Test func `in a loop that nobody ends wait forever`() throws {
      #expect(
        try verdicts(of: "spin-without-unlock wait-for-nobody") == [
          "spin-without-unlock: refuted hang(sc)", "wait-for-nobody: refuted hang(sc)",
        ])
      let text = try CheckedClasses.output("wait-for-nobody", "--verbose")
      #expect(text.contains("finds 0 in isReady again and again (acquire)"))
    }

    @Test func `in a loop whose end is not in sight, or comes late, are never proved, and the loop is named`() throws {
      let names = ["million-looks", "million-looks-in-object", "100-looks-before-waiting", "3-in-turn", "12-in-turn"]
      let text = try CheckedClasses.output(names + ["--verbose"])
      for name in names { #expect(text.contains("\(name): not decided, ")) }
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.count(of: "was still running after 65,536 rounds") == 4)
      #expect(words.count(of: "gives up after 100 rounds") == 1)
      #expect(words.count(of: "Spinning.swift:") == 5)
    }

    @Test func `in a loop over plain memory race`() throws {
      #expect(try verdicts(of: "awaited-plainly") == ["awaited-plainly: refuted half_built(rc11-dep) race(sc)"])
    }
  }

  extension String {
    fileprivate func count(of text: String) -> Int { ranges(of: text).count }
  }
#endif
