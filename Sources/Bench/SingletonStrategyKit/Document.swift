import SingletonCore

package struct Document: Sendable {
  /// The short name that citations use. It tells what the document is about.
  package let name: String
  /// The subject, as a phrase for readers who do not know the document.
  package let subject: String
  /// The title, the author, and the address, as far as the document gives them.
  package let origin: String
  package let sections: [Section]

  /// - Parameter sections: The sections in order, keyed by their names.
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

  /// A part of a document, with its claim and this project's answer.
  ///
  /// The claim is shown with the strategies that cite the section. If no strategy cites it, a lesson or the remark
  /// answers it.
  package struct Section: Sendable {
    /// The section's name, which is its key in the document.
    package fileprivate(set) var name = ""
    /// The claim, in this project's words.
    package let claim: String
    /// The output that the document reports, or `nil` if it reports none.
    package let prints: String?
    /// The scenarios that test the claim; empty if no strategy does.
    package let scenarios: [Scenario]
    /// The id of the lesson that treats the claim, or `nil` if there is none.
    package let lesson: String?
    /// An answer that neither the strategies' declarations nor the lesson give, or `nil` if there is none.
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

/// A technique that programmers know by name but that no strategy uses.
package struct Idiom: Sendable {
  /// The names, as in ``StrategyInfo/alsoKnownAs``. No strategy has any of these names.
  package let names: [String]
  /// An explanation of the technique, and the reason why no strategy has its name.
  package let remark: String
  /// The ids of the most similar strategies, the most similar one first; empty if there are none.
  package let nearest: [String]

  package init(_ names: String..., remark: String, nearest: [String] = []) {
    self.names = names
    self.remark = remark
    self.nearest = nearest
  }
}
