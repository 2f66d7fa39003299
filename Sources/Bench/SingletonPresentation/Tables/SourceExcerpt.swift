package import SingletonTextFormats

/// An excerpt from a strategy's file, with the line numbers that counterexamples refer to.
package struct SourceExcerpt {
  /// The point at which the excerpt begins. It always ends before the extension with the strategy's info, which is not
  /// code that runs in a race.
  package enum Beginning {
    /// The comment above the strategy: the idea, the risk, the expectation, and the source.
    case header
    /// The code below that comment.
    case declaration
  }

  package struct Line {
    /// The number of the line in the file, from 1.
    package let number: Int
    package let text: Substring
  }

  package let lines: [Line]

  /// - Parameter file: All lines of the file. If the file has no such comment or no info, it is not cut there.
  package init(_ file: [Substring], from beginning: Beginning = .header) {
    let end = Self.end(in: file)
    let start = Self.start(of: beginning, in: file[..<end])
    let blankAtEnd = file[start..<end].reversed().prefix(while: \.isEmpty).count
    lines = (start..<end - blankAtEnd).map { Line(number: $0 + 1, text: file[$0]) }
  }

  package var code: String { lines.map { $0.text + "\n" }.joined() }

  /// Returns the excerpt. A long comment is continued in further comment lines. A line of code is never broken, because
  /// readers copy and compile it.
  ///
  /// - Parameter numbersLines: Whether each line is preceded by its number, which may differ between versions of the
  ///   file.
  package func text(width: Int = 80, numbersLines: Bool = true) -> String {
    let digits = numbersLines ? "\(lines.last?.number ?? 0)".count : 0
    return lines.map { text(of: $0, digits: digits, width: width) }.joined()
  }

  private static func start(of beginning: Beginning, in file: ArraySlice<Substring>) -> Int {
    guard let header = file.firstIndex(where: \.isHeader) else { return file.startIndex }
    switch beginning {
    case .header: return header
    case .declaration: return file[header...].firstIndex { !$0.isHeader } ?? header
    }
  }

  private static func end(in file: [Substring]) -> Int {
    guard let info = file.firstIndex(where: { $0.includes("static var info: StrategyInfo {") }) else {
      return file.endIndex
    }
    return file[..<info].lastIndex { $0.hasPrefix("extension ") } ?? file.endIndex
  }

  private func text(of line: Line, digits: Int, width: Int) -> String {
    let indentation = line.text.prefix { $0 == " " }
    let column = digits + 4 + indentation.count
    let pieces = line.text.dropFirst(indentation.count).continued(width: max(20, width - column))
    return pieces.enumerated().map { index, piece in
      let label = index == 0 && digits > 0 ? "\(line.number)" : ""
      let margin = String(repeating: " ", count: 2 + digits - label.count) + label
      guard !piece.isEmpty else { return label.isEmpty ? "\n" : margin + "\n" }
      return margin + "  " + indentation + piece + "\n"
    }.joined()
  }
}

extension SourceExcerpt {
  /// Returns the lines for a page.
  ///
  /// - Parameter notes: Returns the notes after the line with this number.
  package func markup(title: String, notes: (Int) -> [Markup] = { _ in [] }) -> Markup {
    let lines: [Markup] = lines.map { line in
      .element("li", ["value": String(line.number)], [.element("code", text: String(line.text))] + notes(line.number))
    }
    return .element("figure", ["class": "listing"], .element("figcaption", text: title), .element("ol", [:], lines))
  }
}

extension Substring {
  fileprivate var isHeader: Bool { hasPrefix("///") }

  /// Returns the line, or several comment lines if it is a comment that is too long. The line must have no indentation.
  fileprivate func continued(width: Int) -> [String] {
    guard count > width, hasPrefix("//") else { return [String(self)] }
    let sign = prefix { $0 == "/" } + " "
    return TextLayout.wrapped(
      String(drop { $0 == "/" }), width: width, first: String(sign), later: String(sign), cutsWords: true)
  }
}
