/// Queries and operations on paths in the file system.
package enum FileSystem {
  package enum Kind { case absent, regular, directory, pipe, device }

  package typealias Permissions = mode_t

  /// Returns the kind of a file, following symbolic links.
  package static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .absent }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .directory
    case S_IFIFO: return .pipe
    default: return .device
    }
  }

  /// Returns whether two paths are equal or lead to one regular file, through links or under two names.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    if path == other { return true }
    guard stat(path, &first) == 0, stat(other, &second) == 0, first.st_mode & S_IFMT == S_IFREG else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Returns the permissions of a file, or `nil` if it does not exist.
  package static func permissions(of path: String) -> Permissions? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Returns whether anything exists at the path, including a dangling link.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the target of a symbolic link, or `nil` if the path is not a link.
  package static func linkTarget(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink(path, buffer.baseAddress!, buffer.count)
      guard count >= 0 else { return nil }
      return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  package static func requireWritable(_ path: String, isFolder: Bool = false) throws(SystemFailure) {
    guard access(path, isFolder ? W_OK | X_OK : W_OK) == 0 else { throw .last }
  }

  package static func move(_ path: String, to other: String) throws(SystemFailure) {
    guard rename(path, other) == 0 else { throw .last }
  }

  /// Makes a folder and those above it, unless they exist.
  package static func makeFolder(_ path: String) throws(SystemFailure) {
    guard kind(of: path) != .directory else { return }
    let above = Path.folder(of: path)
    if above != path { try makeFolder(above) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Returns the absolute path of a file that exists, without symbolic links; otherwise, the same path.
  package static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func remove(_ path: String) { unlink(path) }

  /// Makes a rename in the folder survive a power failure, if the file system supports that.
  static func synchronizeFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  package static var processID: Int32 { getpid() }
}
