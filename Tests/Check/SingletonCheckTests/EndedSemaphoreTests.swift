import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of classes whose semaphores end. libdispatch stops the process if one ends with fewer permits than at its begin.
  @Suite struct `A semaphore that ends` {
    @Test func `with fewer permits than it began with stops the process`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "permit-kept permit-returned permit-added") == [
          "permit-kept: refuted trap(sc)", "permit-returned: proved ", "permit-added: proved ",
        ])
      let text = try CheckedClasses.output("permit-kept", "--verbose")
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        words.contains("lets a semaphore end with fewer permits than it began with, which stops the process."),
        "\(text)")
    }

    @Test func `with its last user has the permits of all users`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "turn-let-go-of turn-kept turn-kept-and-let-go-of") == [
          "turn-let-go-of: proved ", "turn-kept: refuted hang(sc)", "turn-kept-and-let-go-of: refuted trap(sc)",
        ])
      #expect(try CheckedClasses.verdicts(of: "turn-let-go-of-in-use") == ["turn-let-go-of-in-use: proved "])
    }

    @Test func `or not has the permits that its setup has left`() throws {
      #expect(try CheckedClasses.verdicts(of: "turn-taken-before") == ["turn-taken-before: refuted hang(sc)"])
    }
  }
#endif
