import SingletonCommands
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonTextFormats

/// The files that `learn --html` writes: one lesson, or a folder with a page for each and one that lists them.
struct LessonFiles {
  private let path: String
  private let course: Course
  private let isFolder: Bool
  /// Where the page of each lesson goes.
  let pages: [ResultFile]
  /// Where the list of the lessons goes, or `nil` if there is only one page.
  private let index: ResultFile?

  /// - Throws: `CommandError` if several lessons would go into one file, or if the folder cannot be made; `OutputError`
  ///   if a page cannot be written.
  init(_ path: String, for lessons: [Lesson], of course: Course, force: Bool) throws {
    try requireDifferentFiles([("--html", path)])
    self.path = path
    self.course = course
    isFolder = !path.hasSuffix(".html")
    if !isFolder && lessons.count != 1 {
      throw CommandError.usage(
        "\(path.quoted) is one page, but there are \(lessons.count) lessons", expected: "a folder for the pages",
        next: "learn --all --html FOLDER")
    }
    guard isFolder else {
      (pages, index) = ([try ResultFile(path: path, .page, force: force)], nil)
      return
    }
    do {
      try FileSystem.makeFolder(path)
    } catch {
      throw CommandError.inFolder("cannot make the folder \(path.harmless)", error, next: "learn --all --html FOLDER")
    }
    pages = try lessons.map {
      try ResultFile(path: "\(path)/\(LessonLinks.file(of: $0, in: course))", .page, force: force)
    }
    index = try ResultFile(path: Self.index(in: path), .page, force: force)
  }

  private static func index(in folder: String) -> String { folder + "/index.html" }

  /// The links to the other pages that are written.
  func links(among lessons: [Lesson]) -> LessonLinks {
    LessonLinks(ids: isFolder ? Set(lessons.map(\.id)) : [], course: course)
  }

  /// Writes the list of the lessons whose pages were written.
  ///
  /// - Returns: The path to open.
  func finish(_ lessons: [Lesson], tool: String) throws -> String {
    guard let index else { return path }
    try index.write(LessonIndex(lessons: lessons, course: course, tool: tool).text)
    return Self.index(in: path)
  }
}

/// The links between the pages of a folder.
struct LessonLinks {
  /// The lessons that have a page.
  let ids: Set<String>
  let course: Course

  static func file(of lesson: Lesson, in course: Course) -> String {
    let number = course.number(of: lesson)
    return (number < 10 ? "0" : "") + "\(number)-\(lesson.id).html"
  }

  var toCourse: [Markup] {
    ids.isEmpty ? [] : [.text(" of "), .element("a", ["href": "index.html"], text: "the course")]
  }

  func to(_ lesson: Lesson) -> [Markup] {
    guard ids.contains(lesson.id) else { return [] }
    return [
      .element(
        "p", [:], .element("a", ["href": Self.file(of: lesson, in: course), "rel": "next"], text: lesson.title))
    ]
  }
}

/// The page that lists the lessons.
private struct LessonIndex {
  let lessons: [Lesson]
  let course: Course
  let tool: String

  var text: String {
    let items: [Markup] = lessons.map { lesson in
      .element(
        "li", ["value": String(course.number(of: lesson))],
        .element("a", ["href": LessonLinks.file(of: lesson, in: course)], text: lesson.title))
    }
    return PageDocument(
      title: "\(tool): the course", header: .element("header", [:], .element("h1", text: "The course")),
      parts: [PageDocument.Part(id: "lessons", title: "Lessons", content: [.element("ol", [:], items)])]
    ).text
  }
}
