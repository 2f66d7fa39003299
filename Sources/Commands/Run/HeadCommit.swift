import Platform

/// The commit that is checked out in a folder. Only git knows all the ways in which it may be stored.
package struct HeadCommit {
  /// A name that is looked up in `PATH`.
  private let program: String
  private let folder: String
  private let timeout: Duration

  package init(program: String = "git", folder: String = ".", timeout: Duration = .seconds(2)) {
    self.program = program
    self.folder = folder
    self.timeout = timeout
  }

  /// The commit's id, or an empty text if there is none: no git, no repository, no commit, no answer in time.
  package var id: String {
    // `GIT_DIR` would lead git to another folder's repository, so it gets only what it needs to be found and to read
    // its settings.
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
