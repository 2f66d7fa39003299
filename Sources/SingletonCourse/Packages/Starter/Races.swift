#if !STRESS_MODEL
  import Example
  import SingletonStressTesting
  import Testing

  @Suite struct Races {
    @Test func oneCache() async throws {
      let result = try await stress(named: "Images.cache", fresh: { Images() }, access: { $0.cache })
      // This also fails if the machine was too busy for the race to mean anything.
      #expect(result.isSingleton)
    }

    #if os(Linux)
      /// Each trial has its own process, because a `static let` is initialized only once in a process.
      @Test func oneSession() async throws {
        let result = try await stressOncePerProcess(named: "Session.shared") { Session.shared }
        // Warns if the machine was too busy.
        expectSingleton(result)
      }
    #endif
  }
#endif
