/// Where an output goes, worked out before the run.
enum OutputTarget: Equatable {
  /// A device, a pipe or somebody's open file: written directly, since a rename would replace it.
  case stream(String)
  /// A regular file, or none yet, at the end of all links.
  case file(String)

  /// Fails where it can be known already that nothing can be written.
  init(_ path: String) throws(SystemFailure) {
    self = try Self.found(at: path)
    try requireWritable()
  }

  private static func found(at path: String) throws(SystemFailure) -> OutputTarget {
    let kind = FileSystem.kind(of: path)
    if kind == .directory { throw .directory }
    if kind == .pipe || kind == .device { return .stream(path) }
    let end = try endOfLinks(path)
    // Behind `/dev/stdout` there may be a regular file, which the shell has opened and still writes to.
    return isOpenDescriptor(end) ? .stream(path) : .file(end)
  }

  /// Follows a link that leads to nothing yet, too; stops at a descriptor of this process.
  private static func endOfLinks(_ path: String) throws(SystemFailure) -> String {
    guard !path.isEmpty else { throw .missing }
    var path = path
    for _ in 0..<40 {
      guard !isOpenDescriptor(path), let target = FileSystem.linkTarget(of: path) else { return path }
      path = target.hasPrefix("/") ? target : Path.folder(of: path) + "/" + target
    }
    throw .linkLoop
  }

  private static func isOpenDescriptor(_ path: String) -> Bool {
    ["/dev/fd/", "/dev/stdout", "/dev/stderr", "/proc/self/fd/"].contains { path.hasPrefix($0) }
  }

  private func requireWritable() throws(SystemFailure) {
    switch self {
    case .stream(let path): try FileSystem.requireWritable(path)
    case .file(let path):
      // A rename could replace a file that is not ours to write; its owner does not want that.
      if FileSystem.exists(path) { try FileSystem.requireWritable(path) }
      try FileSystem.requireWritable(Path.folder(of: path), isFolder: true)
    }
  }
}

extension OutputTarget {
  func append(_ text: String) throws(SystemFailure) {
    switch self {
    case .stream(let path): try OpenFile(path, .stream).write(text)
    case .file(let path): try OpenFile(path, .appended).write(text)
    }
  }

  /// All at once: a file is replaced whole or stays as it was.
  func write(_ text: String) throws(SystemFailure) {
    switch self {
    case .stream(let path): try OpenFile(path, .stream).write(text)
    case .file(let path): try WholeFile.replace(path, with: text)
    }
  }
}
