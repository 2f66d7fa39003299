import SingletonCourse
import Testing

#if canImport(Glibc) && arch(x86_64)
  /// The classes that students repair, as they are. The exercise that is a strategy is tested in StrategyExerciseTests.
  @Suite struct `Classes to repair` {
    static let types = Exercise.all.filter { $0.form == .ownClass }.map(\.type)

    @Test(arguments: types) func `are refuted as they begin`(type: String) throws {
      let output = try CheckedClasses.output(type, "--verbose")
      #expect(output.hasPrefix("\(type): refuted, "), "\(output)")
      #expect(output.contains("replay:"))
    }

    @Test(arguments: types, [2, 3]) func `are proved once they are repaired`(type: String, threads: Int) throws {
      let output = try CheckedClasses.output(type + "-solved", "\(threads)")
      #expect(output.hasPrefix("\(type)-solved: proved, "), "\(output)")
    }
  }
#endif
