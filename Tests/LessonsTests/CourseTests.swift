import Lessons
import Strategies
import Testing

@Suite struct `The course` {
  private static let lessons = Course.standard.lessons

  @Test func `has sixteen lessons or more, each under a name of its own`() {
    #expect(Self.lessons.count >= 16)
    #expect(Set(Course.standard.ids).count == Self.lessons.count)
    #expect(Set(Self.lessons.map(\.title)).count == Self.lessons.count)
  }

  @Test(arguments: Course.standard.ids) func `finds a lesson by its name and by its number`(id: String) throws {
    let lesson = try #require(Course.standard.lesson(called: id))
    let number = Course.standard.number(of: lesson)
    #expect(Course.standard.lesson(called: "\(number)")?.id == id)
    #expect(Course.standard.ids[number - 1] == id)
    #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "a name is in kebab case, so that it is no number")
  }

  @Test(arguments: ["0", "-1", "17x", "", "Lazy"]) func `has no lesson of another name`(name: String) {
    #expect(Course.standard.lesson(called: name) == nil)
  }

  @Test func `leads from each lesson to the next, and from the last to nowhere`() {
    let followers = Self.lessons.map { Course.standard.lesson(after: $0)?.id }
    #expect(followers.compactMap(\.self) == Array(Course.standard.ids.dropFirst()))
    #expect(followers.last == .some(nil))
  }
}

@Suite struct `A lesson of the course` {
  @Test(arguments: Course.standard.lessons)
  func `has an idea, a source, a question with its answer, an experiment and a claim`(lesson: Lesson) {
    #expect(lesson.parts.first?.kind == .paragraph && lesson.parts.last?.kind == .answer)
    for kind in [PartKind.source, .question, .answer, .experiment, .claim] {
      #expect(lesson.parts.contains { $0.kind == kind }, "no \(kind)")
    }
    #expect(lesson.parts.count { $0.kind == .question } == 1 && lesson.parts.count { $0.kind == .answer } == 1)
    #expect(!lesson.title.isEmpty && lesson.outlook.hasSuffix("."))
  }

  @Test(arguments: Course.standard.lessons) func `asks before it runs anything`(lesson: Lesson) throws {
    let question = try #require(lesson.parts.firstIndex { $0.kind == .question })
    let experiment = try #require(lesson.parts.firstIndex { $0.kind == .experiment })
    #expect(question < experiment)
  }

  @Test(arguments: Course.standard.lessons)
  func `runs what the catalogue declares`(lesson: Lesson) throws {
    for subject in lesson.parts.flatMap(\.subjects) {
      let entry = try #require(Catalog.standard.entries.first { $0.card.id == subject.strategy }, "\(subject)")
      #expect(entry.card.expectation(in: subject.scenario) != nil, "\(subject)")
    }
  }

  @Test(arguments: Course.standard.lessons)
  func `claims only what it has run, and something of whatever it runs`(lesson: Lesson) {
    var run: Set<Evidence.Subject> = []
    for part in lesson.parts {
      run.formUnion(part.subjects)
      if case .claims(let claim) = part, let subject = claim.evidence.subject { #expect(run.contains(subject)) }
    }
    let claimed = Set(lesson.parts.compactMap(\.claimedSubject))
    for subjects in lesson.parts.map(\.subjects) where !subjects.isEmpty {
      #expect(!claimed.isDisjoint(with: subjects), "nothing is claimed of \(subjects)")
    }
  }

  /// What is shown stands in the file, so a file that moves must be embedded again: `CPlatform/LessonSources.c`.
  @Test(arguments: Course.standard.lessons) func `shows source that is there`(lesson: Lesson) {
    for case .shows(let id) in lesson.parts {
      #expect(Catalog.standard.entries.first { $0.card.id == id }?.source != nil, "\(id)")
    }
    for case .showsFile(let file) in lesson.parts { #expect(file.source.text.hasPrefix("///")) }
  }
}
