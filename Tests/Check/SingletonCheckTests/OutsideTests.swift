import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Classes that do what a check cannot follow.
  @Suite struct `What a check cannot follow` {
    @Test(arguments: [
      ("clock", "the clock, which differs from run to run (Outside.swift:26)"),
      ("sequence", "a random number of a sequence that all threads share (Outside.swift:40)"),
      ("unrepeated", "what differs from run to run, so an execution cannot be repeated"),
      ("blocking", "a system call, read, which may change or depend on what others can notice (Outside.swift:55)"),
      ("lends", "Code that is not instrumented has accessed shared memory"),
      ("kept-owner", "memory from before the check that its first run has changed; make what has it in `fresh`"),
      ("captured-owner", "memory from before the check that its first run has changed; make what has it in `fresh`"),

      ("file", "a system call, openat, which may change or depend on what others can notice (Elsewhere.swift:50)"),
      ("open-file", "a system call, pread64, which may change or depend on what others can notice (Elsewhere.swift:"),
      (
        "buffer",
        "Code that is not instrumented has accessed shared memory: /lib/x86_64-linux-gnu/libc.so.6 (Elsewhere.swift:"
      ),
      ("library-sequence", "(Elsewhere.swift:"),
      ("position", "a system call, lseek, which"), ("folder", "a system call, chdir, which"),
      ("mask", "a system call, umask, which"),
      ("posted", "memory from before the check that its first run has changed"),
      ("environment", "a change of the environment, which other threads may notice (Elsewhere.swift:"),
      ("defaults", "a system call, socket, which may change or depend on what others can notice (Elsewhere.swift:"),
      ("captured-unseen", "UnseenStore."), ("captured-variable", "(ChecksWithoutFlags.swift:"),
      ("captured-variable", "It is a closure of the target CheckedWithoutFlags, which needs the flags as well"),
      ("captured-variable", "needs the product SingletonCheck as a dependency, too."),
      ("unseen-global", ".made : Swift.Optional<CheckedClasses.Cache>, by "),
    ])
    func `is not decided, and the result names it`(name: String, text: String) throws {
      let output = try CheckedClasses.output(name, "--verbose")
      #expect(output.hasPrefix("\(name): not decided, "))
      #expect(output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(text), "\(output)")
    }

    @Test func `is not a random number: each thread and call has its own, the same in each execution`() throws {
      let names = ["swift", "runtime", "system", "entropy", "buffer", "words"].map { "random-" + $0 }
      #expect(
        try CheckedClasses.verdicts(of: names.joined(separator: " ")) == names.map { "\($0): proved " })
      let text = try CheckedClasses.output("random", "--verbose")
      #expect(text.hasPrefix("random: proved, "))
      #expect(
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
          "; random numbers are a fixed sequence"))
      // What the C library writes for the code is an access of the code.
      #expect(try CheckedClasses.verdicts(of: "random-in-place") == ["random-in-place: refuted instances(sc) race(sc)"])
    }

    @Test func `is not a lock that one thread forgets to unlock, nor a trap of a single thread`() throws {
      #expect(try CheckedClasses.output("without-unlock").hasPrefix("without-unlock: refuted, 0: hang(sc)"))
      #expect(try CheckedClasses.output("trapping").hasPrefix("trapping: refuted, 0: trap(sc)"))
      #expect(
        try CheckedClasses.verdicts(of: "traps-at-old-value", threads: 3) == [
          "traps-at-old-value: refuted trap(rc11) race(sc)"
        ])
    }

    @Test func `is not a lock or a variable that a thread already has`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "nested increases unlocked-early locked-twice doubles") == [
          "nested: proved ", "unlocked-early: refuted instances(sc) half_built(rc11) used_after_destroy(sc) race(sc)",
          "locked-twice: refuted hang(sc)", "doubles: refuted trap(sc)", "increases: proved ",
        ])
      #expect(
        try CheckedClasses.output("doubles", "--verbose").split(whereSeparator: \.isWhitespace).joined(separator: " ")
          .contains("changes a variable while another access to it by the same thread is in progress"))
    }

    @Test func `is not the end of the process, in whatever way`() throws {
      let names = ["exits", "exits-at-once", "aborts", "raises", "kills"]
      #expect(
        try CheckedClasses.verdicts(of: names.joined(separator: " ")) == names.map { "\($0): refuted trap(sc)" })
    }

    @Test func `is an end of the process before any thread runs, which ends no other check`() throws {
      let output = try CheckedClasses.output("fresh-aborts", "fresh-exits", "mutex", "--verbose")
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(output.contains("fresh-aborts: not decided") && output.contains("SIGABRT"), "\(output)")
      #expect(output.contains("fresh-exits: not decided") && output.contains("exit code 3"), "\(output)")
      #expect(output.contains("mutex: proved"), "\(output)")
    }

    @Test func `is neither the errno of a thread nor what the system writes for it`() throws {
      #expect(
        try CheckedClasses.verdicts(of: "own-error written-by-system") == [
          "own-error: proved ", "written-by-system: refuted race(sc)",
        ])
    }

    @Test func `is not what libraries keep to be faster`() throws {
      #expect(try CheckedClasses.output("caches").hasPrefix("caches: proved, "))
    }

    @Test func `is not a file that the threads only read`() throws {
      #expect(try CheckedClasses.output("read-file").hasPrefix("read-file: proved, "))
    }

    @Test func `is not what a library reads of a lock that is a static let`() throws {
      #expect(try CheckedClasses.output("static-lock").hasPrefix("static-lock: proved, "))
    }

    @Test func `is not the thread-local memory of a thread that the program has started`() throws {
      #expect(try CheckedClasses.output("mutex", "--another-thread").hasPrefix("mutex: proved, "))
    }

    @Test func `hides no data race that the first step of a thread shows, whatever the executions after it do`() throws
    {
      #expect(try CheckedClasses.verdicts(of: "unrepeated-race") == ["unrepeated-race: refuted race(sc)"])
    }

    @Test func `is nothing that is proved: a deinit that writes a variable that all threads see`() throws {
      #expect(try !CheckedClasses.output("counts-ends").hasPrefix("counts-ends: proved"))
    }
  }
#endif
