import CSingletonPlatform
import Testing

/// Lines of the source, which the program's file has in a debug build.
struct SourceLineTests {
  private struct Place: Equatable {
    var isAbsolute = false
    let file: String
    let line: Int
    let column: Int
  }

  private func place(of address: UnsafeRawPointer?) -> Place {
    var path = [CChar](repeating: 0, count: 1_000)
    var column: Int32 = -1
    let line = cp_source_line(address, &path, path.count, &column)
    let text = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return Place(
      isAbsolute: text.hasPrefix("/"), file: text.split(separator: "/").last.map(String.init) ?? "", line: Int(line),
      column: Int(column))
  }

  #if os(Linux) && DEBUG
    @Test func `The line of a C function is found, in a file that is found from any folder`() {
      typealias Function =
        @convention(c) (
          UnsafeRawPointer?, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<Int32>?
        ) -> Int32
      let function: Function = cp_source_line
      let found = place(of: unsafeBitCast(function, to: UnsafeRawPointer.self))
      #expect(found.isAbsolute && found.file == "SourceLines.c" && found.line > 200, "\(found)")
    }
  #endif

  @Test func `What is no code of the program has no line`() {
    var variable = 0
    #expect(place(of: nil) == Place(file: "", line: 0, column: 0))
    #expect(withUnsafePointer(to: &variable) { place(of: $0) } == Place(file: "", line: 0, column: 0))
  }
}
