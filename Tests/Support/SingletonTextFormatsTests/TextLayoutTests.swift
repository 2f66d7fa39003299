import SingletonTextFormats
import Testing

@Suite struct `Layout of text` {
  @Test(arguments: [-3, 0, 1, 2, 3, 4, 20], [true, false])
  func `a text is wrapped at any width, and nothing of it is lost`(width: Int, cutsWords: Bool) {
    let text = "a singleton that is lazily made"
    let lines = TextLayout.wrapped(text, width: width, first: "- ", later: "   ", cutsWords: cutsWords)
    let words = lines.map { $0.filter { $0 != " " && $0 != "-" } }.joined()
    #expect(words == text.filter { $0 != " " })
    if cutsWords { #expect(lines.allSatisfy { $0.count <= max(width, 4) }) }
  }
}
