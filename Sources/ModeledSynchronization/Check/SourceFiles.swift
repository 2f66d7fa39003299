import Platform
import StrategyKit

/// The user's source files, which are read when a counterexample is drawn.
enum SourceFiles {
  /// The files by their paths. A file that cannot be read is not known.
  static let library = SourceLibrary { path in text(of: path).map { SourceText(file: path, text: $0) } }

  private static func text(of path: String) -> String? {
    guard let file = try? InputFile(path) else { return nil }
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while let count = try? file.read(into: buffer), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
