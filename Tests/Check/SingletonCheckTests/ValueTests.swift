import Testing

#if canImport(Glibc) && arch(x86_64)
  /// Checks of accessors that return values, and of roles.
  @Suite struct `Values and roles` {
    @Test(arguments: [
      ("built-twice", "inits(sc)"), ("racy-service", "instances(sc) half_built(rc11) race(sc)"),
      ("unequal", "instances(sc)"), ("throwing", "refused(sc)"), ("inbox", "unexpected(sc)"),
      ("split-counter", "unexpected(sc)"),
    ])
    func `that break their promise are refuted`(name: String, findings: String) throws {
      let line = try CheckedClasses.output(name)
      #expect(line.hasPrefix("\(name): refuted, "))
      #expect(line.hasSuffix(": \(findings)\n"))
    }

    @Test(arguments: ["service", "struct", "pointer", "identified", "nothing", "guarded-inbox", "counter"])
    func `that keep it are proved`(name: String) throws {
      #expect(try CheckedClasses.output(name).hasPrefix("\(name): proved, "))
    }

    @Test func `that have no identity are not decided, and the result says what to pass`() throws {
      let text = try CheckedClasses.output("number", "--verbose")
      #expect(text.hasPrefix("number: not decided, "))
      #expect(text.contains("pass `identity:`"))
    }

    @Test func `are drawn with the error, or with what the threads have got`() throws {
      #expect(try CheckedClasses.output("throwing", "--verbose").contains("thread 1 gets an error: NoService()."))
      let counter = try CheckedClasses.output("split-counter", "--verbose")
      #expect(counter.contains("the threads have got [1, 1], which is not as expected."))
    }

    @Test func `that are nil whatever the others do are drawn without columns`() throws {
      let text = try CheckedClasses.output("nil-always", "--verbose")
      #expect(text.contains("(sc): any machine, one step at a time\n\na thread gets nil.\n"), "\(text)")
    }

    @Test func `that an exchange decides are drawn with the order that it has if it fails`() throws {
      let text = try CheckedClasses.output("first-only", "--verbose")
      #expect(text.contains("exchange fails, reads isTaken: 1 (acquire)"), "\(text)")
    }

    @Test(arguments: [
      ("hello", "character 3, 'l', is none of a code"), ("09HYC-0J500-HHJ", "it is of another class"),
      ("09HYC-0J500-HHK", "its checksum is wrong"), ("", "it is too short"),
    ])
    func `are replayed by a code of the same class, and otherwise the error says what is wrong`(
      code: String, problem: String
    ) throws {
      #expect(try CheckedClasses.output("replay", code).contains("has printed, got \(code): \(problem)"))
    }

    @Test func `may throw errors, which nothing outside of the check records`() throws {
      let text = try CheckedClasses.output("throwing-recorded")
      #expect(
        text.hasPrefix("by the check: 0\nbeside it: 1\nthrowing-recorded: refuted, ")
          && text.hasSuffix(": refused(sc)\n"))
    }

    @Test func `may stop the code that judges them, which refutes the class and not the test`() throws {
      let text = try CheckedClasses.output("judging-traps", "--verbose")
      #expect(text.hasPrefix("judging-traps: refuted, ") && text.contains(": trap(sc)\n"), "\(text)")
      #expect(text.contains("the code of the test that judges what the threads have got traps"), "\(text)")
    }

    @Test func `are drawn with the text of a short string, and of a longer one with its type`() throws {
      let text = try CheckedClasses.output("racy-service", "--verbose")
      for step in [
        "stores \"real\" in name", "stores length 4 in name", "stores \"real ser\" in kind",
        "stores \"vice\", length 12 in kind", "stores a String in origin", "the check looks into name of A: \"real\"",
      ] {
        #expect(text.contains("-> \(step)\n"), "\(step) is not in \(text)")
      }
      #expect(text.split(separator: " -> stores a String in origin\n").count > 2)
    }

    @Test func `have a role for each thread, so there are at least as many threads as roles`() throws {
      #expect(try CheckedClasses.output("three-roles", "--verbose").contains("3 threads, "))
    }
  }
#endif
