#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A system call that failed.
struct SystemFailure: Error {
  let code: Int32

  static var last: SystemFailure { SystemFailure(code: errno) }

  var reason: String { String(cString: strerror(code)) }
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  var isDirectory: Bool { code == EISDIR }
  /// Somebody else has a file of this name.
  var isTaken: Bool { code == EEXIST }
  var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Nobody reads the pipe any more.
  var readerHasGone: Bool { code == EPIPE }

  static let directory = SystemFailure(code: EISDIR)
  static let linkLoop = SystemFailure(code: ELOOP)
  static let missing = SystemFailure(code: ENOENT)
}

/// What the file system says of paths, and what it does with them.
enum FileSystem {
  enum Kind { case absent, regular, directory, pipe, device }

  typealias Permissions = mode_t

  /// What stands at the end of all links.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .absent }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .directory
    case S_IFIFO: return .pipe
    default: return .device
    }
  }

  /// The permissions of a file that exists.
  static func permissions(of path: String) -> Permissions? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// True for a link that leads nowhere, too.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// nil where the path is no link.
  static func linkTarget(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink(path, buffer.baseAddress!, buffer.count)
      guard count >= 0 else { return nil }
      return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  static func requireWritable(_ path: String, isFolder: Bool = false) throws(SystemFailure) {
    guard access(path, isFolder ? W_OK | X_OK : W_OK) == 0 else { throw .last }
  }

  static func move(_ path: String, to other: String) throws(SystemFailure) {
    guard rename(path, other) == 0 else { throw .last }
  }

  static func remove(_ path: String) { unlink(path) }

  /// Makes a rename in the folder last through a loss of power. Some file systems cannot, and need not.
  static func synchronizeFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  static var processID: Int32 { getpid() }
}

/// Where a path lies.
enum Path {
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// As a shell takes it for one word.
  static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789/._-+:@%".unicodeScalars.contains(scalar))
    }
    if plain && !path.isEmpty && !path.hasPrefix("-") { return path }
    return "'" + path.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
