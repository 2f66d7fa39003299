import SingletonPageFiles
package import SingletonTextFormats

/// A page: a heading, a list of its parts, the parts themselves, a style sheet, and a script.
///
/// It is a single file that needs no network. It can also be read without its script.
package struct PageDocument {
  /// A part of a page, to which the list of parts links.
  package struct Part {
    let id: String
    let title: String
    let content: [Markup]

    package init(id: String, title: String, content: [Markup]) {
      self.id = id
      self.title = title
      self.content = content
    }
  }

  private let title: String
  private let header: Markup
  private let parts: [Part]
  private let isPresented: Bool

  /// - Parameters:
  ///   - title: The title of the browser window.
  ///   - header: The content above the list of parts.
  ///   - isPresented: Whether the parts can also be shown one at a time, as slides.
  package init(title: String, header: Markup, parts: [Part], isPresented: Bool = false) {
    self.title = title
    self.header = header
    self.parts = parts
    self.isPresented = isPresented
  }

  package var text: String {
    Markup.document(
      .element(
        "html", ["lang": "en"],
        .element(
          "head", [:], .element("meta", ["charset": "utf-8"]),
          .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
          .element("meta", ["name": "color-scheme", "content": "light dark"]),
          .element("title", text: title), .style(String(cString: page_style_sheet()))),
        .element(
          "body", [:],
          [header] + (isPresented ? [Self.presenting] : [])
            + [contents, .element("main", [:], parts.map(section)), .script(String(cString: page_script()))])))
  }

  /// The button for slides, which works only with the page's script; the script also makes it visible.
  private static let presenting: Markup = .element(
    "p", ["class": "presenting", "hidden": "hidden"],
    .element("button", ["type": "button"], text: "Present"),
    .text(
      " one part per screen: arrow keys or Space move on and back, also step by step, and open an answer; a, b, c"
        + " choose; Escape ends it"))

  /// Returns a header. It has the color of the page's verdicts if all of them have the same color.
  ///
  /// - Parameters:
  ///   - title: What the page is about, such as the program, the day and the machine of a run.
  ///   - alerts: What needs attention, which comes first.
  ///   - lead: What the page says in one sentence.
  static func header(
    _ tones: [StyledText.Tone], _ title: String, alerts: [Markup] = [], lead: String, _ content: [Markup] = []
  ) -> Markup {
    let tone = Set(tones).count == 1 ? tones[0].rawValue : "mixed"
    let lead = Markup.element("p", ["class": "lead"], text: lead)
    return .element(
      "header", ["class": "verdict \(tone)"], [.element("h1", text: title)] + alerts + [lead] + content)
  }

  private var contents: Markup {
    .element(
      "nav", ["aria-label": "Parts of this page"],
      .element(
        "ul", [:],
        parts.map { .element("li", [:], .element("a", ["href": "#" + $0.id], text: $0.title)) }))
  }

  private func section(_ part: Part) -> Markup {
    .element(
      "section", ["aria-labelledby": part.id], [.element("h2", ["id": part.id], text: part.title)] + part.content)
  }
}
