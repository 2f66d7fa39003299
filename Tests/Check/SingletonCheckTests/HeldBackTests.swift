import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of classes in which a thread waits to write while others read.
  @Suite struct `A writer that waits` {
    @Test func `holds back readers of a queue, which are a deadlock if those before wait for them`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "nested-reader readers-of-two-queues reader-with-lock reader-spins") == [
          "nested-reader: refuted hang(sc)", "readers-of-two-queues: refuted hang(sc)",
          "reader-with-lock: refuted hang(sc)", "reader-spins: refuted hang(sc)",
        ])
      #expect(
        try CheckedClasses.verdicts(
          of: "flat-reader nested-readers writer-of-one-queue reader-after-lock reader-spins-outside") == [
            "flat-reader: proved ", "nested-readers: proved ", "writer-of-one-queue: proved ",
            "reader-after-lock: proved ", "reader-spins-outside: proved ",
          ])
    }

    @Test func `holds back readers of a lock only if the lock is of the kind that prefers writers`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "nested-for-readers nested-for-writers flat-for-writers") == [
          "nested-for-readers: proved ", "nested-for-writers: refuted hang(sc)", "flat-for-writers: proved ",
        ])
    }

    @Test func `is named beside the reader that waits behind it`() throws {
      let text = try CheckedClasses.output("nested-reader", "--verbose")
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("thread 1 waits forever for queue, behind thread 2, which waits to write."), "\(text)")
      #expect(
        words.contains("thread 2 waits forever for queue, which thread 1 has locked for reading;"), "\(text)")
    }
  }
#endif
