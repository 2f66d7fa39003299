import SingletonCore
import SingletonTextFormats

/// How many instances a trial had: a panel of bars for each strategy whose callers only ask, and which handed out more
/// than two.
struct InstanceChart {
  private let rows: [PooledRow]

  /// Bars, one below the other: the label and the figure of each stand beside it.
  private static let plot = (left: 44.0, right: 160.0, top: 2.0)
  private static let pitch = 18.0
  private static let width = 214.0

  /// Creates the chart, or returns `nil` if no trial is known to have had more than two instances.
  init?(_ report: PageReport) {
    let asked = report.pooled.filter { $0.key.scenario == Scenario.firstAccess.id }
    rows = Dictionary(grouping: asked, by: \.key.withoutThreads).values
      .compactMap { $0.max { $0.key.threads < $1.key.threads } }
      .filter { $0.hasKnownInstances && $0.tally[.instancesMax] > 2 }
      .sorted { $0.key.chartLabel < $1.key.chartLabel }
    if rows.isEmpty { return nil }
  }

  var markup: [Markup] {
    [
      .element(
        "p",
        text: "The share of trials by the number of different instances that they had, with the most threads of each"
          + " strategy that handed out more than two. One is right; none means that every caller got nil or the process"
          + " ended."),
      .element("div", ["class": "panels"], rows.enumerated().map(panel)), table.folded(as: "The numbers as a table"),
    ]
  }

  private func panel(_ index: Int, _ row: PooledRow) -> Markup {
    let bars = bars(row)
    return .element(
      "figure", [:], .element("figcaption", text: row.barLabel),
      SVG.drawing(
        id: "instances-\(index + 1)", title: "\(row.barLabel): trials by number of instances",
        description: bars.map { "\($0.label): \($0.share)" }.joined(separator: "; "), class: "panel",
        size: (Self.width, 2 * Self.plot.top + Self.pitch * Double(bars.count)), isScaled: true,
        bars.enumerated().flatMap { drawn($0.element, y: Self.plot.top + Self.pitch * Double($0.offset)) }))
  }

  private func drawn(_ bar: Bar, y: Double) -> [Markup] {
    let width = bar.length > 0 ? max(1, bar.length * (Self.plot.right - Self.plot.left)) : 0
    return [
      SVG.text(bar.label, "tick end", x: Self.plot.left - 6, y: y + 12),
      .element(
        "rect",
        [
          "class": bar.isRight ? "solid good" : "solid bad", "x": SVG.number(Self.plot.left), "y": SVG.number(y + 3),
          "width": SVG.number(width), "height": SVG.number(Self.pitch - 6),
        ]),
      SVG.text(bar.share, "tick", x: Self.plot.left + width + 5, y: y + 12),
    ]
  }

  private var table: PageTable {
    PageTable(
      caption: "Trials by number of instances", titles: ["strategy and threads", "instances", "trials"], firstFigure: 1,
      rows: rows.flatMap { row in
        row.tally.instancesPerTrial.trials.sorted { $0.key < $1.key }.map {
          [row.barLabel, HumanFormat.grouped($0.key), HumanFormat.grouped($0.value)]
        }
      })
  }
}

extension InstanceChart {
  /// The trials with a number of instances in a range that doubles from bar to bar, so that many threads need few bars.
  private struct Bar {
    let label: String
    /// The share of all trials in words.
    let share: String
    /// The share of the most frequent range, from 0 to 1.
    let length: Double
    let isRight: Bool
  }

  private func bars(_ row: PooledRow) -> [Bar] {
    let most = row.tally[.instancesMax]
    let ranges = Self.ranges.prefix { $0.lowerBound <= most }
    let trials = ranges.map { range in
      row.tally.instancesPerTrial.trials.reduce(0) { range.contains($1.key) ? $0 + $1.value : $0 }
    }
    let longest = Double(trials.max() ?? 1)
    return zip(ranges, trials).filter { $0.1 > 0 || $0.0.lowerBound > 0 }.map { range, count in
      let last = min(range.upperBound, most)
      return Bar(
        label: range.lowerBound == last ? "\(last)" : "\(range.lowerBound)-\(last)",
        share: HumanFormat.percent(count, of: row.tally[.trials]), length: Double(count) / longest,
        isRight: range == 1...1)
    }
  }

  /// 0, 1, 2, 3 to 4, 5 to 8, and so on.
  private static let ranges: [ClosedRange<UInt64>] =
    [0...0, 1...1] + (0..<63).map { (1 << $0) + 1...2 << $0 }
}

extension PooledRow {
  fileprivate var barLabel: String { "\(key.chartLabel), \(HumanFormat.counted(key.threads, "thread"))" }

  /// Whether the report says how many instances each trial had.
  fileprivate var hasKnownInstances: Bool { tally.instancesPerTrial.trialCount == tally[.trials] }
}
