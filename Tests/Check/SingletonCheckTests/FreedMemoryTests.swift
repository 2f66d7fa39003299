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

    @Test(arguments: [2, 3])
    func `and the C library reads is no memory any more, where it may be free by then`(threads: Int) throws {
      #expect(
        try CheckedClasses.verdicts(
          of: "text-freed text-freed-under-lock text-owned text-not-owned text-freed-first text-freed-last",
          threads: threads) == [
            "text-freed: refuted used_after_destroy(sc)", "text-freed-under-lock: proved ", "text-owned: proved ",
            "text-not-owned: refuted used_after_destroy(sc)", "text-freed-first: refuted used_after_destroy(sc)",
            "text-freed-last: proved ",
          ])
    }

    @Test func `is no lock any more`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "lock-freed-last lock-freed-too-early lock-freed-alone readers-lock-freed") == [
          "lock-freed-last: proved ", "lock-freed-too-early: refuted used_after_destroy(sc)",
          "lock-freed-alone: refuted used_after_destroy(sc)", "readers-lock-freed: refuted used_after_destroy(sc)",
        ])
    }

    @Test func `is free after those who have let go of what owns its owner`() throws {
      #expect(try CheckedClasses.verdicts(of: "nested-end") == ["nested-end: proved "])
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

  /// Checks of classes whose threads have objects of their own.
  @Suite struct `Objects that one thread alone has` {
    @Test func `are used after their end if it has let go of them, and else not`() throws {
      #expect(
        try CheckedClasses.verdicts(
          of: "released-too-often released-as-retained unmanaged unmanaged-kept unowned-unsafe pointer-to-ended"
            + " pointer-within") == [
            "released-too-often: refuted used_after_destroy(sc)", "released-as-retained: proved ",
            "unmanaged: refuted used_after_destroy(sc)", "unmanaged-kept: proved ",
            "unowned-unsafe: refuted used_after_destroy(sc)", "pointer-to-ended: refuted used_after_destroy(sc)",
            "pointer-within: proved ",
          ])
    }
  }
#endif
