package import SingletonStrategyKit

/// The documents whose singletons are in the catalog.
///
/// All of them are in Chinese and about Objective-C, except for one listing in Java.
extension Document {
  package static let standard = [macro, tutorial, strict, twoPlans, abuse]

  /// The names of the documents.
  package enum ID: String, Sendable { case macro, tutorial, strict, twoPlans = "two-plans", abuse }

  init(id: ID, subject: String, origin: String, sections: [Section]) {
    self.init(name: id.rawValue, subject: subject, origin: origin, sections: sections)
  }
}

extension Citation {
  package init(_ document: Document.ID, _ section: String) { self.init(document: document.rawValue, section: section) }
}
