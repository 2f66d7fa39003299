import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// What differs between an old and a new report: verdicts and times.
struct Changes {
  private let reports: [PageReport]
  private let times: [Time]

  /// The later accesses of one strategy with one number of threads.
  private struct Time {
    let subject: RowKey
    let threads: Int
    let old: MedianInterval
    let new: MedianInterval

    var ratio: Double { new.median / old.median }

    /// Whether the intervals of the medians are apart, or `nil` if there are too few replicates for an interval.
    var hasChanged: Bool? {
      guard let before = old.interval, let after = new.interval else { return nil }
      return !before.overlaps(after)
    }
  }

  /// - Parameter reports: The old and the new one.
  init(_ reports: [PageReport]) {
    self.reports = reports
    times = reports.timedSubjects.flatMap { subject in
      reports[0].rows(of: subject).compactMap { row in
        let other = reports[1].rows(of: subject).first { $0.key.threads == row.key.threads }
        guard let old = row.access, let new = other?.access, old.median > 0 else { return nil }
        return Time(subject: subject, threads: row.key.threads, old: old, new: new)
      }
    }
  }

  var markup: [Markup] { verdicts + changedTimes }

  private var verdicts: [Markup] {
    let changed = VerdictMatrix(reports).changes
    guard !changed.isEmpty else { return [.element("p", text: "All verdicts are the same.")] }
    return [
      PageTable(
        caption: "Changed verdicts", titles: ["strategy", "scenario"] + reports.map(\.name), rows: changed
      ).markup
    ]
  }

  private var changedTimes: [Markup] {
    guard reports.haveOneMachine else {
      return [.element("p", text: "Times are not compared: the reports come from different machines or builds.")]
    }
    let changed = times.filter { $0.hasChanged == true }.sorted { $0.ratio > $1.ratio }
    let sentence = Markup.element("p", text: words(changed: changed.count))
    guard !changed.isEmpty else { return [sentence] }
    let table = PageTable(
      caption: "Changed times of a later access, in nanoseconds, with the 95% intervals of the medians",
      titles: ["strategy", "threads"] + reports.map(\.name) + ["new / old"], firstFigure: 1,
      rows: changed.map { time in
        [time.subject.chartLabel, HumanFormat.grouped(time.threads)] + [time.old, time.new].map(Self.words)
          + [HumanFormat.short(time.ratio)]
      })
    return [sentence, table.markup]
  }

  private static func words(_ time: MedianInterval) -> String {
    "\(HumanFormat.short(time.median)) (\(HumanFormat.range(time.interval)))"
  }

  private func words(changed: Int) -> String {
    let judged = times.count { $0.hasChanged != nil }
    let open = times.count - judged
    let parts = [
      times.isEmpty ? "No row has times in both reports." : nil,
      judged == 0
        ? nil
        : "\(changed) of \(HumanFormat.counted(judged, "time")) changed: the intervals of their medians are apart.",
      open == 0
        ? nil
        : "\(HumanFormat.counted(open, "time")) \(open == 1 ? "is" : "are") not judged, because that takes six"
          + " replicates in both reports.",
      times.isEmpty ? nil : "Whether a change is too large, compare says (--gate-time).",
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
