package import SingletonCore
import SingletonPlatform
package import SingletonStressEngine

/// The commit that is checked out in a folder. Git itself is asked for it, because a repository can store a commit in
/// many ways.
package struct HeadCommit {
  /// The name of the git program, which is looked up in `PATH`.
  private let program: String
  let folder: String
  private let timeout: Duration

  package init(program: String = "git", folder: String = ".", timeout: Duration = .seconds(2)) {
    self.program = program
    self.folder = folder
    self.timeout = timeout
  }

  /// Returns the commit from which the running program was built: that of the package in whose build folder the program
  /// is.
  ///
  /// Returns `nil` for an installed program, because it could be in a folder of any repository.
  ///
  /// - Parameter executable: The path of the executable without symbolic links. On Linux, the link `/proc/self/exe`
  ///   leads to any program.
  package static func ofProgram(_ executable: String = FileSystem.absolute(ownExecutable())) -> HeadCommit? {
    var folder = Path.folder(of: executable)
    while folder != "/" && folder != "." {
      let parent = Path.folder(of: folder)
      if folder.hasSuffix("/.build") { return HeadCommit(folder: parent) }
      folder = parent
    }
    return nil
  }

  /// The commit's id, or an empty string if there is no git, no repository, no commit, or no answer in time.
  package var id: String {
    // Passes only the variables by which git is found and finds its settings. `GIT_DIR` could select the repository of
    // another folder.
    let environment = ["PATH", "HOME", "XDG_CONFIG_HOME"].compactMap { name in
      environmentVariable(name).map { "\(name)=\($0)" }
    }
    let text = Subprocess.output(
      of: [program, "-C", folder, "rev-parse", "--verify", "HEAD"], environment: environment, limit: 128,
      timeout: timeout)
    guard let text else { return "" }
    let id = text.prefix(while: \.isHexDigit)
    return text == id + "\n" && [40, 64].contains(id.count) ? String(id) : ""
  }
}

// MARK: - In the report

extension RunMetadata {
  /// The environment variables in which CI systems name the commit under test.
  private static let commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "GIT_COMMIT"]

  private static func workingCommit(in console: Console) -> String {
    let variables = commitVariables.lazy.compactMap(console.environment)
    return variables.first { !$0.isEmpty } ?? HeadCommit().id
  }

  package static func now(_ plan: Plan? = nil, on host: HostInfo, in console: Console) -> RunMetadata {
    var run = RunMetadata(
      id: String(UInt64.random(in: .min ... .max), radix: 16), startedUTC: utcTimestamp(),
      toolVersion: CommandLineTool.harnessVersion, commit: HeadCommit.ofProgram()?.id ?? "",
      clockResolution: Double(ClockCalibration.measured().resolution))
    run.workingCommit = workingCommit(in: console)
    run.timingVersion = TimingVersion.current
    // Without optimization, the measurement would mostly measure its own code.
    if host.build == "release" { run.speed = .measured(cores: host.cores) }
    if let timeout = plan?.settings.timeout, timeout != RowSettings().timeout { run.timeout = timeout }
    return run
  }
}
