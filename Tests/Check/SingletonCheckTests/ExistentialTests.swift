import Testing

#if canImport(Glibc) && arch(x86_64)
  /// In a debug build, functions of the compiler copy and destroy such values, and they are not instrumented.
  @Suite struct `Values of any type that are stored` {
    @Test func `under a lock are proved, whatever they are`() throws {
      let names =
        "local remote router local-replaced remote-replaced router-copied remote-copied local-removed routed route slot"
        + " any current current-read leaving"
      let verdicts = try CheckedClasses.verdicts(of: names)
      #expect(Set(verdicts) == Set(names.split(separator: " ").map { "\($0): proved " }), "\(verdicts)")
    }

    @Test func `are refuted if an access does without the lock, such as a look whether there is one`() throws {
      let names =
        "routed-unguarded router-unguarded local-look remote-look local-copied-unguarded remote-copied-unguarded"
        + " current-unguarded leaving-look"
      let verdicts = try CheckedClasses.verdicts(of: names)
      #expect(
        verdicts.count == 8 && verdicts.allSatisfy { $0.contains(": refuted ") && $0.contains("race(sc)") },
        "\(verdicts)")
    }

    @Test(arguments: ["local", "remote", "router"])
    func `behind a check without the lock are half-built on some machines`(kind: String) throws {
      let text = try CheckedClasses.output("\(kind)-double-checked")
      #expect(text.hasPrefix("\(kind)-double-checked: refuted, ") && text.contains("half_built(rc11)"), "\(text)")
    }

    @Test func `are drawn with their types`() throws {
      let text = try CheckedClasses.output("current-unguarded", "--verbose")
      let steps = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(steps.contains("reads CurrentEndpoint.current: the type Router"), "\(text)")
      #expect(steps.contains("the functions of Router"), "\(text)")
    }

    @Test func `have the outcomes of all orders of all accesses, and no other ones on real threads`() throws {
      for length in [2, 3] {
        let text = try CheckedClasses.output("naive-existentials", "\(length)", "100", length == 2 ? "120" : "110")
        #expect(text.hasSuffix(" 0 differ\n"), "\(text)")
        #expect(try #require(Int(text.prefix { $0 != " " })) >= 5, "\(text)")
      }
      let raced = try CheckedClasses.output("race-existentials", "205", "215", "2000")
      #expect(raced.hasPrefix("10 programs, ") && raced.hasSuffix(" 0 programs differ\n"), "\(raced)")
    }

    #if DEBUG
      @Test func `in a box may be used where they are`() throws {
        #expect(try CheckedClasses.verdicts(of: "remote-always") == ["remote-always: proved "])
      }
    #endif
  }
#endif
