#if STRESS_MODEL
  import Example
  import ModeledSynchronization
  import Testing

  @Suite struct Proofs {
    @Test func oneCache() throws {
      let result = try check(threads: 2...3, fresh: { Images() }, access: { $0.cache })
      #expect(result.isProved)
    }
  }
#endif
