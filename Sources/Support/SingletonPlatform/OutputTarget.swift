/// The destination of an output, resolved before anything is written.
package enum OutputTarget: Equatable {
  /// A device, a pipe, or a file that is already open. It is written directly, because a rename would replace it.
  case stream(String)
  /// A regular file, which may not exist yet. All symbolic links in its path are resolved.
  case file(String)

  /// - Throws: A failure that can be foreseen before anything is written, such as a missing permission.
  package init(_ path: String) throws(SystemFailure) {
    switch FileSystem.kind(of: path) {
    case .directory: throw .directory
    case .pipe, .device: self = .stream(path)
    case .absent, .regular:
      let end = try Self.endOfLinks(path)
      // `/dev/stdout` may be a regular file that the shell has opened and still writes to.
      self = Self.isOpenDescriptor(end) ? .stream(path) : .file(end)
    }
    try requireWritable()
  }

  /// Follows symbolic links, even to a file that does not exist, and stops at an open descriptor of this process.
  static func endOfLinks(_ path: String) throws(SystemFailure) -> String {
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
      // Without this check, a rename would replace a file that this process has no permission to write.
      if FileSystem.exists(path) { try FileSystem.requireWritable(path) }
      let folder = Path.folder(of: path)
      try FileSystem.requireWritable(folder, isFolder: true)
      try FileSystem.requireReplaceable(path)
      try FileSystem.requireSpace(in: folder)
    }
  }

  /// Whether writing may block until another process reads.
  package var isStream: Bool { if case .stream = self { true } else { false } }

  /// Appends text. If that fails, a file remains unchanged.
  package func append(_ text: String) throws(SystemFailure) {
    switch self {
    case .stream(let path): try OutputFile(path, .stream).write(text)
    case .file(let path): try OutputFile(path, .appended).writeWhole(text)
    }
  }

  /// Writes text to a stream, or replaces the whole file. If that fails, a file remains unchanged.
  package func write(_ text: String) throws(SystemFailure) {
    switch self {
    case .stream(let path): try OutputFile(path, .stream).write(text)
    case .file(let path): try AtomicReplacement.replace(path, with: text)
    }
  }
}
