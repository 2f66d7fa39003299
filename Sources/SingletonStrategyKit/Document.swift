import SingletonCore

package struct Document: Sendable {
  /// The short name that citations use; it says what the document is about.
  package let name: String
  /// The subject, in a phrase for readers who have not seen the document.
  package let subject: String
  /// Title, author and address, as far as the document gives them.
  package let origin: String
  package let sections: [Section]

  /// - Parameter sections: The sections by their names, in order.
  package init(name: String, subject: String, origin: String, sections: KeyValuePairs<String, Section>) {
    self.name = name
    self.subject = subject
    self.origin = origin
    self.sections = sections.map { name, section in
      var section = section
      section.name = name
      return section
    }
  }

  /// A part of a document, its claim, and this project's answer to the claim.
  ///
  /// The strategies that cite the section show the claim. If there are none, a lesson or the remark answers it.
  package struct Section: Sendable {
    /// The key in the document's sections.
    package fileprivate(set) var name = ""
    /// The claim, in our own words.
    package let claim: String
    /// The output that the document reports, or `nil` if it reports none.
    package let prints: String?
    /// The scenarios that put the claim to the test; empty if no strategy does.
    package let scenarios: [Scenario]
    /// The id of the lesson that treats the claim, or `nil` if there is none.
    package let lesson: String?
    /// A remark that neither the declarations nor the lesson make, or `nil` if there is none.
    package let remark: String?

    package init(
      claims claim: String, prints: String? = nil, testedIn scenarios: [Scenario] = [],
      lesson: String? = nil, remark: String? = nil
    ) {
      self.claim = claim
      self.prints = prints
      self.scenarios = scenarios
      self.lesson = lesson
      self.remark = remark
    }
  }

  package func citation(of section: Section) -> Citation { Citation(document: name, section: section.name) }
}

/// A reference to a section of a document, such as `macro: V4`.
public struct Citation: Hashable, Sendable {
  package let document: String
  package let section: String

  public init(document: String, section: String) {
    self.document = document
    self.section = section
  }

  package var description: String { "\(document): \(section)" }
}

extension [Citation] {
  /// The citations as one text; empty if there are none.
  package var joined: String { map(\.description).joined(separator: "; ") }
}

/// A form that programmers know by name, and that is not the mechanism of any strategy.
package struct Idiom: Sendable {
  /// The names, as in ``StrategyInfo/alsoKnownAs``; no strategy has one of them.
  package let names: [String]
  /// The form, and the reason why no strategy has its name, in sentences.
  package let remark: String
  /// The ids of the strategies that come nearest, the nearest first; empty if none does.
  package let nearest: [String]

  package init(_ names: String..., remark: String, nearest: [String] = []) {
    self.names = names
    self.remark = remark
    self.nearest = nearest
  }
}
