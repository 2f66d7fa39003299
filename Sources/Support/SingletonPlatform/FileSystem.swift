/// Queries and operations on paths in the file system.
package enum FileSystem {
  package enum Kind { case absent, regular, directory, pipe, device }

  package typealias Permissions = mode_t

  private static func status(of path: String, followingLinks: Bool = true) -> stat? {
    var status = stat()
    return (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
  }

  /// Returns the kind of a file, following symbolic links.
  package static func kind(of path: String) -> Kind {
    guard let status = status(of: path) else { return .absent }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .directory
    case S_IFIFO: return .pipe
    default: return .device
    }
  }

  /// Returns whether two paths are equal or lead to the same regular file, through symbolic or hard links. The file
  /// need not exist yet.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    if path == other { return true }
    switch (kind(of: path), kind(of: other)) {
    case (.regular, .regular): return status(of: path)?.isSameFile(as: status(of: other)) ?? false
    case (.absent, .absent):
      guard let end = try? OutputTarget.endOfLinks(path), let otherEnd = try? OutputTarget.endOfLinks(other),
        let folder = status(of: Path.folder(of: end))
      else { return false }
      return Path.name(of: end) == Path.name(of: otherEnd)
        && folder.isSameFile(as: status(of: Path.folder(of: otherEnd)))
    default: return false
    }
  }

  /// Returns whether a path leads to the file that standard input reads.
  package static func isStandardInput(_ path: String) -> Bool { isFile(path, of: 0) }

  /// Returns whether a path leads to the file to which standard output writes, or is a name of standard output, such as
  /// `/dev/stdout`.
  package static func isStandardOutput(_ path: String) -> Bool {
    let end = try? OutputTarget.endOfLinks(path)
    return end.map(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains) == true || isFile(path, of: 1)
  }

  private static func isFile(_ path: String, of descriptor: Int32) -> Bool {
    var open = stat()
    guard kind(of: path) == .regular, fstat(descriptor, &open) == 0 else { return false }
    return open.isSameFile(as: status(of: path))
  }

  /// Throws the failure that a rename over the file would have. In a folder such as `/tmp`, only a file's owner may
  /// replace it.
  static func requireReplaceable(_ path: String) throws(SystemFailure) {
    guard let file = status(of: path), let folder = status(of: Path.folder(of: path)) else { return }
    let isOwned = [0, file.st_uid, folder.st_uid].contains(geteuid())
    if folder.st_mode & S_ISVTX != 0 && !isOwned { throw SystemFailure(code: EPERM) }
  }

  /// Throws a failure if the file system of a folder has no space at all.
  static func requireSpace(in folder: String) throws(SystemFailure) {
    var status = statvfs()
    guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return }
    if (geteuid() == 0 ? status.f_bfree : status.f_bavail) == 0 { throw SystemFailure(code: ENOSPC) }
  }

  /// Returns whether a file is unlocked and at least some seconds old. A younger file may be one that its owner has not
  /// locked yet.
  package static func isLeftover(_ path: String) -> Bool {
    guard let status = status(of: path, followingLinks: false), status.st_mode & S_IFMT == S_IFREG,
      status.modified + 10 < time(nil), let file = try? OutputFile(path, .existingOrNew)
    else { return false }
    return file.lock()
  }

  /// Returns the names of the files in a folder, in any order. Returns an empty array if the folder cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }

  /// Returns the permissions of a file, or `nil` if it does not exist.
  package static func permissions(of path: String) -> Permissions? { status(of: path).map { $0.st_mode & 0o7777 } }

  /// Returns whether anything exists at the path, including a dangling link.
  package static func exists(_ path: String) -> Bool { status(of: path, followingLinks: false) != nil }

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

  /// Makes a folder and the folders above it, unless they exist.
  package static func makeFolder(_ path: String) throws(SystemFailure) {
    guard kind(of: path) != .directory else { return }
    let above = Path.folder(of: path)
    if above != path { try makeFolder(above) }
    if mkdir(path, 0o777) == 0 { return }
    let failure = SystemFailure.last
    // Another process may have made the folder in the meantime.
    guard kind(of: path) != .directory else { return }
    throw failure.isTaken ? .notDirectory : failure
  }

  /// Returns the absolute path of an existing file, with symbolic links resolved. Returns the same path if the file
  /// does not exist.
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

extension stat {
  /// Returns whether both statuses describe the same file, whatever names it has.
  func isSameFile(as other: stat?) -> Bool { other.map { st_dev == $0.st_dev && st_ino == $0.st_ino } ?? false }

  /// The time at which the contents last changed, in seconds since 1970.
  fileprivate var modified: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
