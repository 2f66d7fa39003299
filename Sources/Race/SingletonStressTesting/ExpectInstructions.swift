import SingletonPlatform
public import SingletonStress
import Synchronization
public import Testing

/// Compares the instructions of a later access with those that a file beside the test has recorded, exactly: an issue if
/// there are more, and a warning if there are fewer, or if nothing can be compared.
///
///     expectInstructions(try await stress { Account() } access: { $0.cache })
///
/// `STRESS_RECORD=1 swift test` writes the file, which belongs in the repository, so that a change shows in its diff. The
/// file has a section for each build: compiler, configuration, libraries, and the processor's features. A build without a
/// section is not judged.
///
/// - Parameters:
///   - result: The result of a race; its name stands in the file.
///   - file: The path of the file, relative to the folder of the test's source.
///   - source: The path of the test's source.
///   - sourceLocation: The place that an issue names.
public func expectInstructions(
  _ result: StressResult, recordedIn file: String = "Instructions.txt", source: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let path = file.hasPrefix("/") ? file : Path.folder(of: source) + "/" + file
  let isRecorded = environmentVariable("STRESS_RECORD").map { !$0.isEmpty && $0 != "0" } ?? false
  switch InstructionExpectation(result, path: path, records: isRecorded) {
  case .met: break
  case .notJudged(let why): recordWarning("\(result.name): \(why)", sourceLocation)
  case .failed(let why): Issue.record("\(result.name): \(why)", sourceLocation: sourceLocation)
  }
}

/// The outcome of comparing a result with a file.
enum InstructionExpectation: Equatable {
  case met
  case notJudged(why: String)
  case failed(why: String)

  /// Tests run beside each other, and may record into one file.
  private static let file = Mutex(())
  private static let advice = "STRESS_RECORD=1 swift test"

  init(_ result: StressResult, path: String, records: Bool) {
    guard let count = result.instructionCount else {
      self = .notJudged(why: "no instructions were counted: \(result.countingObstacle ?? "")")
      return
    }
    self = Self.file.withLock { _ in
      Self.compared(count, name: result.name, build: RecordedInstructions.thisBuild, path: path, records: records)
    }
  }

  static func compared(
    _ count: InstructionCount, name: String, build: String, path: String, records: Bool
  ) -> InstructionExpectation {
    do {
      var recorded = FileSystem.exists(path) ? try RecordedInstructions(read(path)) : RecordedInstructions()
      if records {
        recorded[name, in: build] = count
        try OutputTarget(path).write(recorded.text)
        return .met
      }
      guard FileSystem.exists(path) else { return .failed(why: "\(path) does not exist. To write it: \(advice)") }
      guard recorded.builds[build] != nil else {
        return .notJudged(why: "\(path) has no counts of this build, [\(build)]. To add them: \(advice)")
      }
      return compared(count, with: recorded[name, in: build], path)
    } catch let error as RecordedInstructions.Malformed {
      return .failed(
        why: "\(path), line \(error.line) is \"\(error.text)\"; expected a build in brackets, or a name and its counts."
          + " To write the file anew: remove it, then \(advice)")
    } catch {
      return .failed(why: "\(path): \(error)")
    }
  }

  private static func compared(
    _ count: InstructionCount, with recorded: InstructionCount?, _ path: String
  ) -> InstructionExpectation {
    guard let recorded else { return .failed(why: "\(path) has no line for it. To add one: \(advice)") }
    guard count != recorded else { return .met }
    let change = "a later access has \(count.changes(from: recorded))"
    let hasMore = zip(count.parts, recorded.parts).contains { $0.count > $1.count }
    return hasMore
      ? .failed(why: "\(change), as recorded in \(path). If that is meant: \(advice)")
      : .notJudged(why: "\(change), which is better than recorded in \(path). To keep it: \(advice)")
  }

  private static func read(_ path: String) throws -> String {
    guard let bytes = try InputFile(path).contents(limit: 1 << 20) else { throw SystemFailure(code: EFBIG) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
