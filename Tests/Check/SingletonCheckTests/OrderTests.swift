import Testing

#if canImport(Glibc) && arch(x86_64)
  /// The minimal sets of memory orders of unmodified classes.
  @Suite struct `Minimal sets of memory orders of classes` {
    private func orders(_ names: String..., options: [String] = []) throws -> [String] {
      try CheckedClasses.output(["orders"] + names + options).split(separator: "\n").map(String.init)
    }

    @Test func `VSync's ticket lock needs an acquire look and a release store, and nothing else`() throws {
      #expect(
        try orders("ticket") == [
          "ticket: update seq_cst relaxed; load seq_cst acquire, relaxed: instances;"
            + " store seq_cst release, relaxed: instances"
        ])
      #expect(
        try orders("least-ticket", options: ["2", "3"]) == [
          "least-ticket: update relaxed relaxed; load acquire acquire, relaxed: instances;"
            + " store release release, relaxed: instances"
        ])
    }

    @Test func `the second look of double-checked locking may be relaxed, the first one and the store may not`() throws
    {
      #expect(
        try orders("looks-twice") == [
          "looks-twice: load acquire acquire, relaxed: nil_results; load acquire relaxed;"
            + " store seq_cst release, relaxed: nil_results"
        ])
    }

    @Test func `two ways to publish are two sets, and the columns tell the looks in one line apart`() throws {
      let lines = try orders("two-flags", options: ["--verbose"])
      #expect(
        lines.prefix(2) == [
          "two-flags: store release relaxed; store release release, relaxed: race;"
            + " load acquire acquire, relaxed: race; load acquire relaxed",
          "two-flags: store release release, relaxed: race; store release relaxed; load acquire relaxed;"
            + " load acquire acquire, relaxed: race",
        ])
      // A Mutex has orders, but they are the library's.
      #expect(lines.filter { $0.hasPrefix("Ordered.swift:") }.count == 8)
      let looks = lines.filter { $0.contains(" load ") && $0.hasPrefix("Ordered.swift:") }
      #expect(Set(looks.map { $0.prefix { $0 != " " } }).count == 2, "\(looks)")
      #expect(lines.contains("TwoFlagged, set 2 of 2"))
    }

    @Test func `a fence or the access beside it is ordered, on each side`() throws {
      let sets = try orders("fenced").map { line in
        line.split(separator: ";").map { $0.split(whereSeparator: \.isWhitespace)[$0.contains("fenced:") ? 3 : 2] }
      }
      let least = Set(sets.map { $0.map { $0.filter { $0 != "," } }.joined(separator: " ") })
      #expect(
        least == [
          "relaxed relaxed acquire release relaxed", "relaxed relaxed acquire relaxed release",
          "relaxed acquire relaxed release relaxed", "relaxed acquire relaxed relaxed release",
        ])
    }

    @Test func `two threads of which each looks for the other need sequential consistency at each operation`() throws {
      #expect(
        try orders("looks-across") == [
          "looks-across: "
            + [
              "store seq_cst seq_cst, release: unexpected", "load seq_cst seq_cst, acquire: unexpected",
              "store seq_cst seq_cst, release: unexpected", "load seq_cst seq_cst, acquire: unexpected",
            ].joined(separator: "; ")
        ])
    }

    @Test func `a class that is refuted or not decided with its own orders has no sets, and the check says why`() throws
    {
      let lines = try orders("weak-ticket", "limited", options: ["--verbose"])
      let words = lines.joined(separator: "\n")
      #expect(words.contains("weak-ticket: not searched, because the class is refuted with its own."))
      #expect(words.contains("TicketLocked: refuted"))
      #expect(words.contains("replay:"))
      #expect(words.contains("limited: not searched, because the class is not decided with its own."))
      #expect(words.contains("Stopped by the limit `executions: 3`: "))
      #expect(!words.contains("minimal set"))
    }

    @Test func `a limit that ends a check with other orders leaves the sets unknown`() throws {
      #expect(
        try orders("late-limit") == [
          "late-limit: not decided. A check with other orders was stopped by the limit `time` or `executions`."
        ])
    }

    @Test func `what no check covers, and only other orders lead to, leaves the sets unknown, and is named`() throws {
      let lines = try orders("looks-at-clock")
      #expect(lines.count == 1)
      #expect(lines[0].hasPrefix("looks-at-clock: not decided. With some orders, the code does what a check does not"))
      #expect(lines[0].contains("the clock") && lines[0].contains("(Ordered.swift:"))
    }

    @Test
    func `an operation on which the proof assumes nothing, and only other orders lead to, leaves the sets unknown`()
      throws
    {
      #expect(
        try orders("exchanges-late") == [
          "exchanges-late: not decided. With other orders, the code reaches a wait, a compare-exchange or a random number"
            + " of which the proof above assumes nothing."
        ])
    }

    @Test func `operations of a header are told apart by their orders`() throws {
      #expect(
        try orders("c") == [
          "c: store release release, relaxed: half_built; load relaxed relaxed; load acquire acquire, relaxed: half_built"
        ])
    }

    @Test func `an operation that is inlined in two places is one`() throws {
      #expect(
        try orders("inlined-c") == [
          "inlined-c: load acquire acquire, relaxed: half_built; failure seq_cst acquire, relaxed: half_built;"
            + " success seq_cst release, relaxed: half_built"
        ])
    }

    @Test func `a lock has no orders of the class's own`() throws {
      #expect(try orders("mutex") == ["mutex: the threads share no operation that has one."])
    }
  }
#endif
