import Testing

#if canImport(Glibc) && arch(x86_64)
  /// The words of drawings and their lines.
  @Suite struct `Drawings of classes` {
    /// Returns what the program prints of a class, with one space between any two words.
    private func words(_ name: String) throws -> String {
      try CheckedClasses.output(name, "--verbose").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func `have the line at which a block waits for its queue, also if the block has a value`() throws {
      let text = try words("lock-then-queue")
      #expect(text.contains(": hang(sc)"))
      for step in [
        "interface.sync { if made == nil { made =", "->> waits for interface", "interface.sync { -> locks interface",
      ] { #expect(text.contains(step), "\(text)") }
      #expect(!text.contains("DrawnChecks.swift"), "\(text)")
    }

    @Test func `have the line of each step on a concurrent queue`() throws {
      let text = try words("stores-together")
      #expect(text.contains("let known = queue.sync { made } -> locks queue for reading"), "\(text)")
      #expect(text.contains("queue.sync { made = Cache() } -> locks queue for reading"), "\(text)")
    }

    @Test func `say who has a lock for reading`() throws {
      #expect(
        try words("upgrades").contains("waits forever for lock, which threads 1 and 2 have locked for reading"))
    }

    @Test func `have an empty dictionary in words`() throws {
      #expect(try words("entries").contains("reads entries: an empty dictionary"))
    }

    @Test func `show a data race in place of a use after the end that one thread alone is drawn to make`() throws {
      let text = try words("entries")
      #expect(text.contains("used_after_destroy(sc) race(sc)") && text.contains("thread 1 thread 2"), "\(text)")
      #expect(text.contains("nothing orders the two: a data race (Drawn.swift:"), "\(text)")
    }

    @Test func `name the variables of objects that are not handed out`() throws {
      #expect(try words("latest").contains("latest of a Tally"))
    }

    @Test func `say that a permit is waited for and signaled`() throws {
      let text = try words("without-permit")
      for step in ["permits.wait() -> gets a permit of permits", "permits.signal() -> signals permits"] {
        #expect(text.contains(step), "\(text)")
      }
      #expect(text.contains("made = Cache() -> reads made: nil, to replace it"), "\(text)")
      #expect(text.contains("the check looks into size of A: 42"), "\(text)")
    }

    @Test func `have the line of a trap`() throws {
      let text = try words("traps-if-first")
      #expect(text.firstMatch(of: /thread 2 at Drawn.swift:\d+ traps, which stops the process/) != nil, "\(text)")
    }

    @Test func `have both threads of what is broken by both, and the name of a private type`() throws {
      let text = try words("replaces-store")
      #expect(text.contains("race(sc)") && text.contains("thread 1 thread 2"), "\(text)")
      #expect(text.contains("the type FileStore"), "\(text)")
      #expect(!text.contains("(FileStore"), "\(text)")
    }

    @Test func `explain the models of the findings where they are named`() throws {
      let text = try words("stores-together")
      #expect(text.contains("(sc): any machine, one step at a time (rc11): hardware with weak memory"), "\(text)")
      #expect(try !words("lock-then-queue").contains("(rc11)"))
    }
  }

  @Suite struct `Results of classes` {
    @Test func `say that a lock is still held when all threads have ended`() throws {
      let text = try CheckedClasses.output("keeps-lock", "--verbose")
      #expect(text.hasPrefix("keeps-lock: proved, "))
      #expect(text.contains("A lock is still held when all threads have ended"), "\(text)")
      #expect(try !CheckedClasses.output("lock", "--verbose").contains("still held"))
    }

    @Test func `say that no time suffices if shared memory moves from execution to execution`() throws {
      let text = try CheckedClasses.output("in-page", "--verbose")
      #expect(text.hasPrefix("in-page: not decided, "))
      #expect(text.contains("shared memory that is at another address"), "\(text)")
      #expect(!text.contains("Raise it"), "\(text)")
    }

    @Test func `of a static have the name of the instance's type, or the one that is given`() throws {
      #expect(try CheckedClasses.output("session", "--verbose").contains("\nSession: proved\n"))
      #expect(try CheckedClasses.output("named-session", "--verbose").contains("\nSession.shared: proved\n"))
    }
  }
#endif
