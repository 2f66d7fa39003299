import SingletonPlatform

/// The commit that is checked out in a folder, as reported by git, which knows all the ways in which it may be stored.
package struct HeadCommit {
  /// The program's name, which is looked up in `PATH`.
  private let program: String
  let folder: String
  private let timeout: Duration

  package init(program: String = "git", folder: String = ".", timeout: Duration = .seconds(2)) {
    self.program = program
    self.folder = folder
    self.timeout = timeout
  }

  /// The commit that the running program was built from: that of the package whose build folder it is in.
  ///
  /// It is unknown if the program was installed, because any repository may be around the place.
  ///
  /// - Parameter executable: Its path without symbolic links: Linux has one that leads to every program.
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
    // Only what git needs to be found and to read its settings: `GIT_DIR` would select another folder's repository.
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
