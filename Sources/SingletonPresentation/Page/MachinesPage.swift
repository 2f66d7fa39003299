import SingletonCore
import SingletonTextFormats

/// A page with the reports of several machines side by side: who saw what. Their times are not compared.
package struct MachinesPage {
  private let reports: [PageReport]
  private let verdicts: VerdictMatrix

  /// - Parameter reports: The reports, each with the name of its machine; at least two.
  package init(_ reports: [PageReport]) {
    self.reports = reports
    verdicts = VerdictMatrix(reports)
  }

  package var text: String {
    let (disputed, agreed) = verdicts.opinions
    let sentence =
      "\(HumanFormat.counted(reports.count, "machine")): they disagree on"
      + " \(HumanFormat.grouped(disputed.count)) of \(HumanFormat.counted(disputed.count + agreed.count, "verdict"))"
    let systems = reports.map { report in
      "\(report.name): "
        + Set(report.rows.map { "\($0.host.cpuModel), \($0.host.arch)" }).sorted().joined(separator: " | ")
    }
    return PageDocument(
      title: "\(Tool.current.name): \(sentence)",
      header: .element(
        "header", ["class": "verdict mixed"],
        [.element("h1", text: sentence)] + systems.map { .element("p", text: $0) }),
      parts: [
        PageDocument.Part(
          id: "disputed", title: "Who saw what",
          content: verdicts.sideBySide(disputed, title: "Verdicts that differ")),
        PageDocument.Part(
          id: "agreed", title: "Where all agree", content: verdicts.sideBySide(agreed, title: "Verdicts of all")),
        PageDocument.Part(id: "machine", title: "Machines", content: MachineFacts(reports).markup),
        PageDocument.Part(id: "limits", title: "What this cannot see", content: Limitations(reports, nil).markup),
      ]
    ).text
  }
}
