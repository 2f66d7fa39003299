import SingletonCore

/// A document that strategies cite.
package struct Document: Sendable {
  /// The short name that citations use; it says what the document is about.
  package let name: String
  /// What the document is, in a phrase for readers who have not seen it.
  package let subject: String
  /// Title, author and address, as far as the document gives them.
  package let origin: String
  package let sections: [Section]

  package init(name: String, subject: String, origin: String, sections: [Section]) {
    self.name = name
    self.subject = subject
    self.origin = origin
    self.sections = sections
  }

  /// A part of a document, what it claims, and what answers the claim here.
  ///
  /// The strategies that show it are those that cite it. If there are none, a lesson or the remark answers the claim.
  package struct Section: Sendable {
    package let name: String
    /// The claim, in our own words.
    package let claim: String
    /// What the document reports of its own run, or `nil` if it reports none.
    package let prints: String?
    /// The scenarios that put the claim to the test; empty if no strategy does.
    package let scenarios: [Scenario]
    /// The id of the lesson that treats the claim, or `nil` if there is none.
    package let lesson: String?
    /// What neither the declarations nor the lesson say, or `nil` if they say everything.
    package let remark: String?

    package init(
      _ name: String, claims claim: String, prints: String? = nil, testedIn scenarios: [Scenario] = [],
      lesson: String? = nil, remark: String? = nil
    ) {
      self.name = name
      self.claim = claim
      self.prints = prints
      self.scenarios = scenarios
      self.lesson = lesson
      self.remark = remark
    }
  }

  package func citation(of section: Section) -> Citation { Citation(document: name, section: section.name) }
}
