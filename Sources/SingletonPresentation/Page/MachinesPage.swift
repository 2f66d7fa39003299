import SingletonCore
import SingletonTextFormats

/// A page with the reports of several runs side by side, usually of several machines: which of them saw what. Their times
/// are not compared.
package struct MachinesPage {
  private let reports: [PageReport]
  private let verdicts: VerdictMatrix

  /// - Parameter reports: The reports, each with the name of its file; at least two.
  package init(_ reports: [PageReport]) {
    self.reports = reports
    verdicts = VerdictMatrix(reports)
  }

  package var text: String {
    let (disputed, agreed) = verdicts.opinions
    let sentence =
      "\(HumanFormat.counted(reports.count, "run")): they disagree on"
      + " \(HumanFormat.grouped(disputed.count)) of \(HumanFormat.counted(disputed.count + agreed.count, "verdict"))"
    let systems = reports.map { report in
      "\(report.name): "
        + Set(report.rows.map { "\($0.host.cpuModel), \($0.host.arch)" }).sorted().joined(separator: " | ")
    }
    return PageDocument(
      title: "\(Tool.current.name): \(sentence)",
      header: .element(
        "header", ["class": "verdict mixed"],
        [.element("h1", text: sentence), .element("p", text: machines)] + systems.map { .element("p", text: $0) }),
      parts: [
        PageDocument.Part(
          id: "disputed", title: "Which run saw what",
          content: verdicts.sideBySide(disputed, title: "Verdicts that differ")),
        PageDocument.Part(
          id: "agreed", title: "Where all agree", content: verdicts.sideBySide(agreed, title: "Verdicts of all")),
        PageDocument.Part(id: "machine", title: "Machines and runs", content: MachineFacts(reports).markup),
        PageDocument.Part(id: "limits", title: "What this cannot see", content: Limitations(reports, nil).markup),
      ]
    ).text
  }

  /// What the fingerprints say of the machines: no more than that they differ or do not.
  private var machines: String {
    let prints = Set(reports.flatMap { $0.rows.map(\.host.fingerprint) }).count
    return prints == 1
      ? "All have the same fingerprint: one machine and build, or several that are alike."
      : "They have \(prints) fingerprints: machines or builds that differ."
  }
}
