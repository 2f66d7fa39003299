import SingletonCommands
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonTextFormats

/// The files that `learn --html` writes: one lesson, or a folder with a page for each lesson and a page that lists
/// them.
struct LessonFiles {
  let pages: [ResultFile]
  private let lessons: [Lesson]
  private let course: Course
  private let path: String
  /// The file for the list of lessons, or `nil` if there is only one page.
  private let index: ResultFile?

  /// - Throws: `CommandError` if several lessons would go into one file, or if the folder cannot be made; `OutputError`
  ///   if a page cannot be written.
  init(_ path: String, for lessons: [Lesson], of course: Course, force: Bool) throws {
    try requireDifferentFiles([("--html", path)])
    (self.lessons, self.course) = (lessons, course)
    if path.hasSuffix(".html") {
      guard lessons.count == 1 else {
        throw CommandError.usage(
          "\(path.quoted) is one page, but there are \(lessons.count) lessons", expected: "a folder for the pages",
          next: "learn --all --html FOLDER")
      }
      (pages, self.path, index) = ([try ResultFile(path: path, .page, force: force)], path, nil)
      return
    }
    do {
      try FileSystem.makeFolder(path)
    } catch {
      throw CommandError.inFolder("cannot make the folder \(path.harmless)", error, next: "learn --all --html FOLDER")
    }
    pages = try lessons.map { try ResultFile(path: "\(path)/\(course.file(of: $0))", .page, force: force) }
    self.path = path + "/index.html"
    index = try ResultFile(path: self.path, .page, force: force)
  }

  /// Writes the list of the lessons whose pages were written.
  ///
  /// - Returns: The path to open.
  func finish(_ count: Int, tool: String) throws -> String {
    let items: [Markup] = lessons.prefix(count).map { lesson in
      let minutes = Course.minutes[lesson.id].map { [Markup.text(", \($0) minutes in a class")] } ?? []
      return .element("li", ["value": String(course.number(of: lesson))], [link(to: lesson)] + minutes)
    }
    let page = PageDocument(
      title: "\(tool): the course", header: .element("header", [:], .element("h1", text: "The course")),
      parts: [PageDocument.Part(id: "lessons", title: "Lessons", content: [.element("ol", [:], items)])])
    try index?.write(page.text)
    return path
  }

  // MARK: - Links

  var linkToCourse: [Markup] {
    index == nil ? [] : [.text(" of "), .element("a", ["href": "index.html"], text: "the course")]
  }

  func linkToNext(_ lesson: Lesson) -> [Markup] {
    guard index != nil, lessons.contains(where: { $0.id == lesson.id }) else { return [] }
    return [.element("p", [:], link(to: lesson, rel: "next"))]
  }

  private func link(to lesson: Lesson, rel: String? = nil) -> Markup {
    .element("a", ["href": course.file(of: lesson), "rel": rel], text: lesson.title)
  }
}

extension Course {
  fileprivate func file(of lesson: Lesson) -> String {
    let number = number(of: lesson)
    return (number < 10 ? "0" : "") + "\(number)-\(lesson.id).html"
  }
}
