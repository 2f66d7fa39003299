import Outcomes
import Strategies

/// `list --format json`: one object with `strategies`, `scenarios` and `lessons`.
struct ListJSON {
  let catalog: Catalog

  var text: String {
    "{\n"
      + [
        "  \"strategies\": " + array(catalog.entries.map { strategy($0.card) }),
        "  \"scenarios\": " + array(Scenario.allCases.map(scenario)),
        "  \"lessons\": " + array([]),
      ].joined(separator: ",\n") + "\n}\n"
  }

  private func strategy(_ card: Card) -> String {
    let declared = card.declarations.map {
      object([("scenario", string($0.scenario.rawValue)), ("expected", string("\($0.expectation)"))])
    }
    return object([
      ("id", string(card.id)), ("idea", string(card.idea)), ("risk", string(card.risk)),
      ("source", string(card.source)), ("declared", "[" + declared.joined(separator: ", ") + "]"),
    ])
  }

  private func scenario(_ scenario: Scenario) -> String {
    object([("id", string(scenario.rawValue)), ("summary", string(scenario.summary))])
  }

  /// One element a line.
  private func array(_ elements: [String]) -> String {
    elements.isEmpty ? "[]" : "[\n" + elements.map { "    " + $0 }.joined(separator: ",\n") + "\n  ]"
  }

  private func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.name)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  private func string(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  /// RFC 8259, section 7.
  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case _ where scalar.value < 0x20: "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}
