#if os(Linux) && arch(x86_64)
  import Example
  import SingletonCheck
  import Testing

  @Suite struct Proofs {
    @Test func oneCacheInEveryExecution() throws {
      let result = try check(threads: 2...3, fresh: { Images() }, access: { $0.cache })
      #expect(result.isProved)
    }
  }
#endif
