import Testing

@Suite struct `Harmless text` {
  @Test(arguments: [
    ("plain: a-b::c #1", "plain: a-b::c #1"), ("größer 数 🙂", "größer 数 🙂"),
    ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\nb\rc\td", "a\\nb\\rc\\td"), ("\0\u{7}\u{9B}", "\\u{0}\\u{7}\\u{9B}"),
    ("ab\u{202E}cd", "ab\\u{202E}cd"), ("a\u{200B}b\u{2028}", "a\\u{200B}b\\u{2028}"),
    ("::error::x", "\\u{3A}:error::x"), ("see ::set-output", "see \\u{3A}:set-output"),
    ("##[error]x", "\\u{23}#[error]x"), ("x##vso[y", "x\\u{23}#vso[y"),
  ])
  func `has no character and no beginning with an effect`(text: String, shown: String) {
    #expect(text.harmless == shown)
  }

  @Test func `that is harmless stays as it is`() {
    for text in ["::error::x", "##[error]", "\u{1B}", "a\nb"].map(\.harmless) { #expect(text.harmless == text) }
  }

  @Test func `in quotes is cut if it is long`() {
    #expect("a\"b\\c".quoted == #""a\"b\\c""#)
    #expect("\u{1B}".quoted == #""\u{1B}""#)
    let long = String(repeating: "x", count: 100_000).quoted
    #expect(long.count < 250 && long.hasSuffix("\" and 99800 more characters"))
  }
}
