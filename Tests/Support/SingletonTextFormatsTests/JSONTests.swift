import Foundation
import SingletonTextFormats
import Testing

@Suite struct `Writing JSON` {
  @Test(arguments: ["plain", "\"", "\\", "\n\r\t", "\u{0}\u{1F}\u{7F}", "e\u{301}\"\u{301}", "😀\u{2028}", "</script>"])
  func `a string is read back whole`(string: String) throws {
    #expect(try Self.parsed(.array([.string(string)])) as? [String] == [string])
  }

  @Test func `an object keeps the order of its members`() {
    let value: JSON = ["b": .number(1), "a": [.bool(true), .null], "empty": [], "none": .object([])]
    let text = """
      {
        "b": 1,
        "a": [
          true,
          null
        ],
        "empty": [],
        "none": {}
      }

      """
    #expect(value.text == text)
  }

  private static func parsed(_ value: JSON) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(value.text.utf8), options: .fragmentsAllowed)
  }
}
