import SingletonTextFormats

/// What differs between an old and a new report: the verdicts. Times are shown without a judgment, which is that of
/// `compare` alone.
struct Changes {
  private let reports: [PageReport]

  /// - Parameter reports: The old and the new one.
  init(_ reports: [PageReport]) { self.reports = reports }

  var markup: [Markup] { [verdicts] + (reports.haveOneMachine ? [times] : []) }

  private var verdicts: Markup {
    let changed = VerdictMatrix(reports).changes
    guard !changed.isEmpty else { return .element("p", text: "All verdicts are the same.") }
    return PageTable(
      caption: "Changed verdicts", titles: ["strategy", "scenario"] + reports.map(\.name), rows: changed
    ).markup
  }

  private var times: Markup {
    .element("p", text: "This page does not judge times. Use compare (--gate-time) to see which have changed.")
  }
}
