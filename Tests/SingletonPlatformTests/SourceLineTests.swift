import CSingletonPlatform
import Testing

/// Lines of the source, which the program's file has in a debug build.
struct SourceLineTests {
  private struct Place: Equatable {
    let file: String
    let line: Int
  }

  private func place(of address: UnsafeRawPointer?) -> Place {
    var path = [CChar](repeating: 0, count: 1_000)
    let line = cp_source_line(address, &path, path.count)
    let text = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return Place(file: text.split(separator: "/").last.map(String.init) ?? "", line: Int(line))
  }

  #if os(Linux) && DEBUG
    @Test func `The line of a C function is found`() {
      let function: @convention(c) (UnsafeRawPointer?, UnsafeMutablePointer<CChar>, Int) -> Int32 = cp_source_line
      let found = place(of: unsafeBitCast(function, to: UnsafeRawPointer.self))
      #expect(found.file == "SourceLines.c" && found.line > 200, "\(found)")
    }
  #endif

  @Test func `What is no code of the program has no line`() {
    var variable = 0
    #expect(place(of: nil) == Place(file: "", line: 0))
    #expect(withUnsafePointer(to: &variable) { place(of: $0) } == Place(file: "", line: 0))
  }
}
