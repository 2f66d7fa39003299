/// Replaces a file in one step: whoever looks sees the old one or the new one whole.
enum WholeFile {
  /// Leaves no temporary file behind, and the old file as it was, where it fails.
  static func replace(_ path: String, with text: String) throws(SystemFailure) {
    let permissions = FileSystem.permissions(of: path)
    let temporary = try Temporary(beside: path, permissions: permissions ?? 0o666)
    do {
      // The process's mask was taken off a new file's permissions, as it should be; an old file's are kept as they were.
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

  /// A new file of a name that nobody else has, in the same folder: a rename works only inside one file system.
  private struct Temporary {
    let path: String
    let file: OpenFile

    init(beside target: String, permissions: FileSystem.Permissions) throws(SystemFailure) {
      var attempts = 0
      while true {
        // The name begins as the partial file's does, so that one pattern ignores both.
        let path = target + ".partial.new-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        do {
          file = try OpenFile(path, .new(permissions: permissions))
          self.path = path
          return
        } catch  where error.isTaken && attempts < 100 {
          attempts += 1
        }
      }
    }
  }
}
