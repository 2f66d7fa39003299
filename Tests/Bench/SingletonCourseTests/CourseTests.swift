import SingletonCourse
import SingletonStrategies
import SingletonStrategyKit
import Testing

@Suite struct `The standard course` {
  private static let lessons = Course.standard.lessons

  @Test func `the course has at least twenty lessons with unique names`() {
    #expect(Self.lessons.count >= 20)
    #expect(Set(Course.standard.ids).count == Self.lessons.count)
    #expect(Set(Self.lessons.map(\.title)).count == Self.lessons.count)
  }

  @Test(arguments: Course.standard.ids) func `a lesson is found by its name and by its number`(id: String) throws {
    let lesson = try #require(Course.standard.lesson(called: id))
    let number = Course.standard.number(of: lesson)
    #expect(Course.standard.lesson(called: "\(number)")?.id == id)
    #expect(Course.standard.ids[number - 1] == id)
    #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "a name is in kebab case, so that it is not a number")
  }

  @Test(arguments: ["0", "-1", "17x", "", "Lazy"]) func `an unknown name finds no lesson`(name: String) {
    #expect(Course.standard.lesson(called: name) == nil)
  }

  @Test func `each lesson is followed by the next, and the last by none`() {
    let followers = Self.lessons.map { Course.standard.lesson(after: $0)?.id }
    #expect(followers.compactMap(\.self) == Array(Course.standard.ids.dropFirst()))
    #expect(followers.last == .some(nil))
  }
}

@Suite struct `Lessons of the course` {
  @Test(arguments: Course.standard.lessons)
  func `a lesson has an idea, source code, questions with their answers, an experiment and a claim`(lesson: Lesson) {
    #expect(lesson.activities.first?.kind == .paragraph && lesson.activities.last?.kind == .answer)
    for kind in [ActivityKind.source, .question, .answer, .experiment, .claim] {
      #expect(lesson.activities.contains { $0.kind == kind }, "no \(kind)")
    }
    let questions = lesson.activities.map(\.kind).filter { $0 == .question || $0 == .answer }
    #expect(questions.indices.allSatisfy { questions[$0] == ($0.isMultiple(of: 2) ? .question : .answer) })
    #expect(!lesson.title.isEmpty && lesson.closing.hasSuffix("."))
  }

  @Test(arguments: Course.standard.lessons) func `a lesson asks its first question before its first experiment`(
    lesson: Lesson
  ) throws {
    let question = try #require(lesson.activities.firstIndex { $0.kind == .question })
    let experiment = try #require(lesson.activities.firstIndex { $0.kind == .experiment })
    #expect(question < experiment)
  }

  @Test(arguments: Course.standard.lessons)
  func `a lesson runs only what the catalog declares`(lesson: Lesson) throws {
    for row in lesson.activities.flatMap(\.rows) {
      let entry = try #require(Catalog.standard.entry(row.strategy), "\(row)")
      #expect(entry.info.expectation(in: row.scenario) != nil, "\(row)")
    }
  }

  @Test(arguments: Course.standard.lessons)
  func `a lesson makes a claim about each of its experiments, and about nothing else`(lesson: Lesson) {
    var (runs, checks): ([ExperimentRow], [ExperimentRow]) = ([], [])
    var claimed: Set<ExperimentRow> = []
    for activity in lesson.activities {
      switch activity {
      case .runs: runs = activity.rows
      case .checks: checks = activity.rows
      case .claims(let claim) where claim.evidence.subject != .other:
        let row = claim.row(among: runs + checks)
        #expect(row != nil, "\(claim.sentence)")
        claimed.formUnion([row].compactMap(\.self))
      default: break
      }
    }
    for rows in lesson.activities.map(\.rows) where !rows.isEmpty {
      #expect(!claimed.isDisjoint(with: rows), "nothing is claimed of \(rows)")
    }
  }

  @Test(arguments: Course.standard.lessons)
  func `a claim says what is seen, and not how a catalog is kept`(lesson: Lesson) {
    for claim in lesson.claims { #expect(!claim.sentence.contains(/catalog|declare/), "\(claim.sentence)") }
  }

  @Test(arguments: Course.standard.lessons) func `the source code that a lesson shows is embedded`(
    lesson: Lesson
  ) throws {
    for case .shows(let id) in lesson.activities {
      let entry = try #require(Catalog.standard.entry(id), "\(id)")
      #expect(!Catalog.standard.sources(of: entry.info).isEmpty, "\(id)")
    }
    for case .showsFile(let name, _) in lesson.activities {
      let source = try #require(Catalog.standard.sources["\(name).swift"], "\(name)")
      #expect(!source.lines.isEmpty)
    }
  }
}
