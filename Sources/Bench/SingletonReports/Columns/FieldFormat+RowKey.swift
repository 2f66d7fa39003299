import SingletonCore
package import SingletonTextFormats

/// The spelling of the parts of a row's key. A row keeps them as text, but a report must not contain any other text.
extension FieldFormat<String> {
  package static let form = word(among: RowForm.allCases.map(\.rawValue))
  package static let threadSource = word(among: ThreadSourceKind.allCases.map(\.rawValue))
  package static let placement = word(among: ["near", "far", "siblings", "none"])
  package static let initializerCost = text(expected: InitializerCost.spelling, as: InitializerCost.self)
}
