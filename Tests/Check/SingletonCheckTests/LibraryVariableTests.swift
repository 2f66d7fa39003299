import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Variables that functions of the standard library and of libdispatch access for the class.
  @Suite struct `Variables that a library accesses` {
    @Test func `are seen where their type is generic, or where they are atomics that it initializes`() throws {
      #expect(
        try CheckedClasses.verdicts(
          of: "atomic-of-shared generic-number generic-object atomic-of-unguarded generic-unguarded") == [
            "atomic-of-shared: proved ",
            "atomic-of-unguarded: refuted used_after_destroy(sc) race(sc) unexpected(rc11)",
            "generic-number: proved ", "generic-unguarded: refuted race(sc) unexpected(sc)", "generic-object: proved ",
          ])
    }

    @Test func `are seen if they are weak references, to an object or to nothing`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "weak-to-nothing observed-unguarded weak-to-object") == [
          "weak-to-nothing: proved ", "observed-unguarded: refuted race(sc)", "weak-to-object: proved ",
        ])
    }

    @Test func `stop the process if they are unowned, and the object has ended`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "unowned unowned-after-end") == [
          "unowned: proved ", "unowned-after-end: refuted trap(sc)",
        ])
      let text = try CheckedClasses.output("unowned-after-end", "--verbose")
      #expect(text.contains(">> finds that A has ended"), "\(text)")
    }
  }

  @Suite struct `Words at any address` {
    @Test func `are copied by the C library in several steps, which are one access of the class`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "bytes bytes-without-lock") == [
          "bytes: proved ", "bytes-without-lock: refuted race(sc) unexpected(sc)",
        ])
    }
  }

  @Suite struct `Queues` {
    @Test func `with a priority are those without, and know who runs on them`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "queue-specific queue-in-queue wrong-queue") == [
          "queue-specific: proved ", "queue-in-queue: proved ", "wrong-queue: refuted trap(sc)",
        ])
    }

    @Test func `that run their blocks on another one exclude those of that one, if it runs one at a time`() throws {
      #expect(
        try CheckedClasses.verdicts(
          of:
            "queue-with-target serial-target target-itself concurrent-target one-of-concurrent-target barrier-of-target"
        )
          == [
            "queue-with-target: proved ", "serial-target: proved ", "target-itself: proved ",
            "concurrent-target: refuted race(sc) unexpected(sc)", "one-of-concurrent-target: proved ",
            "barrier-of-target: proved ",
          ])
      #expect(try CheckedClasses.verdicts(of: "two-on-one-target") == ["two-on-one-target: refuted hang(sc)"])
    }
  }
#endif
