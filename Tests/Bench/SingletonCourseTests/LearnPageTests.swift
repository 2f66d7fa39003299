import CommandTestSupport
import SingletonCore
import SingletonCourse
import SingletonPlatform
import TestSupport
import Testing

@Suite struct `Lessons as pages` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(_ name: String) throws -> ParsedPage {
    try ParsedPage(folder.text(of: name))
  }

  @Test func `a page has what the lesson says, asks, races and claims`() throws {
    let result = invoke("learn", "passing", "--html", folder("lesson.html"))
    #expect(result.code == .passed && result.output.isEmpty)
    let page = try page("lesson.html")
    #expect(page.foreign == [])
    #expect(
      page.all("h2").map(\.text) == ["The idea", "What do you expect?", "The race", "The answer", "What comes next"])
    #expect(page.all("label").map(\.text) == [" a: no", " b: yes"])
    #expect(page.all("dt").map(\.text) == ["seen"])
    #expect(page.all("p").contains { $0.text == "What is looked for twice is found." })
    // The answer is hidden until it is opened, and says something else to each choice.
    let answer = try #require(page.all("details").first { $0.attributes["class"] == "answer" })
    #expect(answer.attributes["open"] == nil && answer.text.contains("The answer is b: yes."))
    #expect(answer.text.contains("You said a.") && answer.text.contains("You were right."))
    #expect(page.elements.allSatisfy { $0.attributes["src"] == nil && $0.attributes["href"]?.hasPrefix("#") != false })
  }

  @Test func `a click on a choice is answered at once, and by the answer`() throws {
    _ = invoke("learn", "passing", "--html", folder("lesson.html"))
    let page = try page("lesson.html")
    let replies = page.all("p").filter { $0.attributes["class"] == "reply" }
    #expect(
      replies.map(\.text) == [
        "You said a, which is not right.", "You said b, which is right.", "You said a.", "You were right.",
      ])
    #expect(replies.map { $0.attributes["data-choice"] } == ["a", "b", "a", "b"])
    #expect(replies.allSatisfy { $0.attributes["hidden"] != nil }, "without the script, no choice has been made")
    #expect(page.all("div").contains { $0.attributes["role"] == "status" && $0.text.contains("You said a") })
    let questions = (page.all("fieldset") + page.all("details")).map { $0.attributes["data-question"] }
    #expect(questions == ["question-1", "question-1"])
  }

  /// `scripts/look-at-report` presses the keys in a browser, where there is one.
  @Test func `a key opens the answer of a slide before it leaves the slide`() throws {
    _ = invoke("learn", "passing", "--html", folder("lesson.html"))
    let script = try #require(page("lesson.html").all("script").first).text
    let go = try #require(script.firstRange(of: "const go = way =>")).lowerBound
    let opens = try #require(script[go...].firstRange(of: "return answer.open = true")).lowerBound
    let leaves = try #require(script[go...].firstRange(of: "present(")).lowerBound
    #expect(opens < leaves)
    for key in ["ArrowRight", "ArrowDown", "' '", "Enter"] { #expect(script.contains("\(key): 1"), "\(key)") }
    #expect(script.contains("o: slides[current].querySelector('details.answer')"))
  }

  @Test func `code and steps that do not fit on a slide have boxes of their own`() throws {
    _ = invoke("learn", "passing", "--html", folder("lesson.html"))
    let page = try page("lesson.html")
    let style = page.all("style")[0].text
    #expect(style.contains(/body\.slides \{[^}]*height: 100vh;[^}]*overflow: hidden;/))
    for box in [".listing ol", ".execution > .scroll"] {
      let rules = style.split(separator: "}").filter { $0.contains("body.slides \(box) {") }
      #expect(rules.contains { $0.contains("overflow-y: auto") }, "\(box)")
    }
    #expect(page.all("script")[0].text.contains("part.scrollIntoView({ block: 'nearest' })"))
  }

  @Test func `a page says that a race had few trials`() throws {
    _ = invoke(["learn", "passing", "--html", folder("lesson.html")], engine: FakeEngine(trials: 20).execute)
    #expect(try page("lesson.html").all("p").contains { $0.text.hasPrefix("Only 20 trials of double-checked-lock") })
  }

  @Test func `a claim that does not come true gives exit code 1, and stands on the page`() throws {
    let result = invoke("learn", "failing", "--html", folder("lesson.html"))
    #expect(result.code == .failed)
    let terms = try page("lesson.html").all("dt").map(\.text)
    #expect(terms == ["NOT SEEN", "expected", "got", "next"])
  }

  @Test func `a folder has a page for each lesson, and a list whose links lead to them`() throws {
    let result = invoke("learn", "--html", folder("course"))
    #expect(result.code == .failed && result.messages.contains("course/index.html"))
    let links = try page("course/index.html").all("a").compactMap { $0.attributes["href"] }.filter { $0.first != "#" }
    #expect(links == ["01-passing.html", "02-failing.html"])
    for link in links { #expect(try page("course/" + link).foreign == []) }
    #expect(try page("course/01-passing.html").all("a").contains { $0.attributes["href"] == "02-failing.html" })
  }

  @Test func `the list of lessons has the minutes that Teaching a class plans for them`() throws {
    let standard = ["learn", "swift", "storage", "--html", folder("standard")]
    _ = invoke(standard, catalog: .standard, course: .standard)
    let list = try page("standard/index.html")
    #expect(list.all("li").contains { $0.text.contains(", 5 minutes in a class") })
    #expect(list.foreign == [])
    let plan = try Repository.text("Sources/Bench/singleton-bench/Documentation.docc/TeachingAClass.md")
    let rows = plan.matches(of: /\n\| (\d+)–(\d+) \| lesson (\d+), `([a-z-]+)`/)
    let minutes = rows.map { (String($0.4), Int($0.2)! - Int($0.1)!) }
    #expect(Dictionary(uniqueKeysWithValues: minutes) == Course.minutes && minutes.count == 8)
    for row in rows { #expect(Course.standard.ids[Int(row.3)! - 1] == String(row.4)) }
  }

  @Test func `a slide with an execution has no room for claims, which have their own`() throws {
    _ = invoke(["learn", "published-early", "--html", folder("early.html")], catalog: .standard, course: .standard)
    let sections = try page("early.html").all("section")
    let drawn = sections.filter { $0.text.contains("allowed by: ") || $0.text.contains("Allowed by: ") }
    #expect(!drawn.isEmpty && drawn.allSatisfy { !$0.text.contains("seen\n") })
    #expect(sections.contains { $0.text.hasPrefix("What it shows") })
  }

  @Test func `several lessons do not fit into one page`() {
    let result = invoke("learn", "--all", "--html", folder("lesson.html"))
    #expect(result.code == .usage && result.messages.contains("but there are 2 lessons"))
    #expect(!FileSystem.exists(folder("lesson.html")))
  }

  @Test func `a folder that cannot be made is an error`() throws {
    try folder.write("text", to: "taken")
    let result = invoke("learn", "--html", folder("taken/course"))
    #expect(result.code == .cannotWrite && result.messages.contains("taken/course"))
  }

  @Test func `an interrupted lesson has no page`() {
    let result = invoke(
      ["learn", "--html", folder("course")], engine: FakeEngine(grade: { _ in nil }, status: .interrupted).execute)
    #expect(result.code == .interrupted)
    #expect(FileSystem.names(in: folder("course")).filter { $0.hasSuffix(".html") } == [])
  }
}
