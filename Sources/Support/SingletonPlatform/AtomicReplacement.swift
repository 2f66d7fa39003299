/// The replacement of a file in one step, so that a reader sees either the old file or the complete new one.
package enum AtomicReplacement {
  /// The beginning of the paths of temporary files. It begins like the path of a partial report, so that one ignore
  /// pattern matches both.
  private static func prefix(of target: String) -> String {
    var name = Path.name(of: target)
    while name.utf8.count > longestName { name.removeLast() }
    return Path.folder(of: target) + "/" + name + ".partial.new-"
  }

  /// The maximum number of bytes that a temporary file's name takes from the target's name. A file's name can have 255
  /// bytes in all.
  private static let longestName = 200

  /// Removes the temporary files that killed processes have left next to the target.
  ///
  /// - Returns: The paths of the removed files.
  package static func removeLeftovers(beside target: String) -> [String] {
    let prefix = prefix(of: target)
    let names = FileSystem.names(in: Path.folder(of: target)).map { Path.folder(of: target) + "/" + $0 }
    return names.filter { path in
      guard path.hasPrefix(prefix), FileSystem.isLeftover(path) else { return false }
      FileSystem.remove(path)
      return true
    }
  }

  /// Replaces the file at a path.
  ///
  /// - Throws: The failure of a system call. In that case, the old file is unchanged, and no temporary file is left
  ///   behind.
  static func replace(_ path: String, with text: String) throws(SystemFailure) {
    let permissions = FileSystem.permissions(of: path)
    let temporary = try newFile(beside: path, permissions: permissions ?? 0o666)
    do {
      // The umask restricts the permissions of a new file. A file that is replaced keeps its permissions.
      if let permissions { temporary.file.setPermissions(permissions) }
      try temporary.file.write(text)
      try temporary.file.synchronize()
      try FileSystem.move(temporary.path, to: path)
    } catch {
      FileSystem.remove(temporary.path)
      throw error
    }
    FileSystem.synchronizeFolder(Path.folder(of: path))
  }

  /// Makes a file with an unused name in the target's folder, because a rename works only within one file system. The
  /// file is locked, which tells other processes that it is still in use.
  private static func newFile(
    beside target: String, permissions: FileSystem.Permissions
  ) throws(SystemFailure) -> (path: String, file: OutputFile) {
    var attempts = 0
    while true {
      let path = prefix(of: target) + String(UInt64.random(in: 0 ... .max), radix: 36)
      do throws(SystemFailure) {
        let file = try OutputFile(path, .new(permissions: permissions))
        _ = file.lock()
        return (path, file)
      } catch  where error.isTaken && attempts < 100 {
        attempts += 1
      }
    }
  }
}
