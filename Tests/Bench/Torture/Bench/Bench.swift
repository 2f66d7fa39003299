import Foundation
import SingletonPlatform

/// The program under test and a folder to run it in.
struct Bench {
  let program: String
  let folder: String

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - script: A script of bash, which starts the program and its arguments as `"$@"`.
  ///   - mostSeconds: The time after which it is killed, which is a find.
  ///   - meanwhile: Called while it runs, with its process identifier and the seconds since its start. Returns whether to
  ///     be called again.
  func run(
    _ arguments: [String], script: String = Self.plain, environment: [String] = [], mostSeconds: Double = 60,
    meanwhile: (Int32, Double) -> Bool = { _, _ in false }
  ) throws -> Trial {
    let process = try start(arguments, script: script, environment: environment)
    let began = ContinuousClock.now
    var (isActive, seconds) = (true, 0.0)
    var end: Subprocess.End?
    while end == nil && seconds < mostSeconds {
      seconds = Double(began.duration(to: .now) / .milliseconds(1)) / 1e3
      if isActive { isActive = meanwhile(process.identifier, seconds) }
      end = process.ended(lostCode: -1)?.end
      if end == nil { usleep(1_000) }
    }
    if end == nil {
      process.killGroup()
      process.killAndWait()
    }
    return Trial(
      end: end, output: text(of: ".output") ?? "", messages: text(of: ".messages") ?? "", seconds: seconds,
      orphans: orphans())
  }

  /// The script that only starts the program.
  static let plain = #"exec "$@""#

  /// Returns a script that starts a copy of the program, as nobody if this user is root: another user may not be allowed to
  /// read where the program is.
  ///
  /// - Parameters:
  ///   - preparation: What this user does before.
  ///   - limit: What the other user does before, such as setting a limit.
  ///   - folder: Where the copy is, as seen from where it is started.
  static func asNobody(after preparation: String, limit: String = ":", folder: String = ".") -> String {
    let user = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
    let start = "exec \(user)bash -c '\(limit); exec \(folder)/own \"$@\"' - \"$@\""
    return "cp -- \"$1\" own && shift && \(preparation) && \(start)"
  }

  func start(_ arguments: [String], script: String = Self.plain, environment: [String] = []) throws -> Subprocess {
    // What is killed before it opens them has written nothing.
    for stream in [".output", ".messages"] { FileSystem.remove("\(folder)/\(stream)") }
    // The streams are opened first: after a limit, the shell may open no files.
    let whole = "cd \"$0\" && exec >.output 2>.messages || exit 125; " + script
    let command = (environment.isEmpty ? [] : ["env"] + environment) + started(arguments)
    return try Subprocess(
      "/bin/bash", ["bash", "-c", whole, folder] + command, environment: environmentVariables(),
      redirecting: [.null(0)], leadsGroup: true)
  }

  /// Returns the program and its arguments. The program for litmus files is another one, beside it.
  private func started(_ arguments: [String]) -> [String] {
    guard arguments.first == "singleton-litmus" else { return [program] + arguments }
    return [URL(filePath: program).deletingLastPathComponent().path + "/" + arguments[0]] + arguments.dropFirst()
  }

  /// The processes in the folder, where `/proc` tells.
  var processes: Int {
    FileSystem.names(in: "/proc").count { name in
      Int(name) != nil && FileSystem.linkTarget(of: "/proc/\(name)/cwd")?.hasPrefix(folder) == true
    }
  }

  /// Returns the number of processes in the folder once five seconds have passed or there are none.
  private func orphans() -> Int {
    for _ in 0..<500 {
      if processes == 0 { return 0 }
      usleep(10_000)
    }
    return processes
  }

  /// The names in the folder, without the two streams.
  var names: [String] {
    FileSystem.names(in: folder).filter { ![".", "..", ".output", ".messages"].contains($0) }.sorted()
  }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ bytes: [UInt8], to name: String) {
    _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(bytes))
  }

  func removeAll() {
    for name in names { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
  }
}
