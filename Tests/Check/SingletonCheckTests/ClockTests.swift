import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of classes that look at the clock of Dispatch.
  @Suite struct `What DispatchTime.now() returns` {
    @Test(arguments: ["kept-for-a-while", "quick", "more-after-a-while"])
    func `decides what a class does if the class compares it, so nothing is decided`(name: String) throws {
      let text = try CheckedClasses.output(name, "--verbose")
      #expect(text.hasPrefix("\(name): not decided, "))
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("decides by what DispatchTime.now() returns"), "\(text)")
      #expect(words.contains("(Clocks.swift:"), "\(text)")
    }

    @Test func `is no reason not to prove a class that only keeps it, or waits until then`() throws {
      #expect(try CheckedClasses.verdicts(of: "patiently dated") == ["patiently: proved ", "dated: proved "])
    }
  }
#endif
