/// One lesson: what it tells, what it runs, and what must come out.
package struct Lesson: Sendable {
  /// As somebody asks for it: `learn double-checked`.
  package let id: String
  package let title: String
  package let parts: [Part]
  /// What is still open, and the next lesson closes; of the last one, where to go from here.
  package let outlook: String

  package init(id: String, title: String, outlook: String, parts: [Part]) {
    self.id = id
    self.title = title
    self.outlook = outlook
    self.parts = parts
  }
}

/// What a lesson consists of, in the order in which a reader meets it.
package enum Part: Sendable {
  /// A paragraph; line breaks are not kept.
  case says(String)
  /// The source of a strategy, by its id.
  case shows(String)
  case showsFile(ShownFile)
  case asks(Prediction)
  case races(StressExperiment)
  case checks(CheckExperiment)
  case explores(LitmusExperiment)
  case demonstrates(Demonstration)
  case claims(Claim)
  /// What came out, of the question that was asked last, and why.
  case answers(String)
}
