/// The replacement of a file in one step, so that a reader sees either the old file or the complete new one.
enum AtomicReplacement {
  /// Replaces the file at a path.
  ///
  /// - Throws: The failure of a system call. The old file is then unchanged, and no temporary file is left behind.
  static func replace(_ path: String, with text: String) throws(SystemFailure) {
    let permissions = FileSystem.permissions(of: path)
    let temporary = try Temporary(beside: path, permissions: permissions ?? 0o666)
    do {
      // The umask restricts the permissions of a new file; a file that is replaced keeps its own.
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

  /// A new file with an unused name in the target's folder, because a rename works only within one file system.
  private struct Temporary {
    let path: String
    let file: OutputFile

    init(beside target: String, permissions: FileSystem.Permissions) throws(SystemFailure) {
      var attempts = 0
      while true {
        // The name begins like that of a partial report, so that one ignore pattern matches both.
        let path = target + ".partial.new-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        do {
          file = try OutputFile(path, .new(permissions: permissions))
          self.path = path
          return
        } catch  where error.isTaken && attempts < 100 {
          attempts += 1
        }
      }
    }
  }
}
