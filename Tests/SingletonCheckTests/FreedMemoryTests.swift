import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of classes that free memory that is no object.
  @Suite struct `Memory that a class frees` {
    @Test(arguments: [2, 3])
    func `too early, or twice, is used after its end in some execution, and else proved`(threads: Int) throws {
      #expect(
        try CheckedClasses.verdicts(
          of: "freed freed-later freed-in-place freed-before-read-in-place freed-twice freed-once", threads: threads)
          == [
            "freed: refuted used_after_destroy(sc)", "freed-later: proved ", "freed-in-place: proved ",
            "freed-before-read-in-place: refuted used_after_destroy(sc)",
            "freed-twice: refuted used_after_destroy(sc)", "freed-once: proved ",
          ])
      #expect(
        try CheckedClasses.verdicts(of: "freed-at-end freed-at-end-too-early", threads: threads) == [
          "freed-at-end: proved ", "freed-at-end-too-early: refuted used_after_destroy(sc)",
        ])
    }

    @Test func `is named with the lines that free and use it, also if one thread does both`() throws {
      let text = try CheckedClasses.output("freed", "freed-twice", "freed-by-itself", "--verbose")
      #expect(
        text.contains("frees memory (Freed.swift:27), and thread 1 uses it afterwards (Freed.swift:14)."), "\(text)")
      #expect(text.contains("frees memory (Freed.swift:54), and thread 1 frees it again (Freed.swift:54)."), "\(text)")
      #expect(
        text.contains("thread 1 frees memory (Freed.swift:41), and thread 1 uses it afterwards (Freed.swift:42)."))
    }
  }
#endif
