package import SingletonCore
package import SingletonTextFormats

/// A few rows of one race as a table with its chart.
package struct RaceView {
  private let rows: [StressRow]
  private let figures: TableFigures
  private let id: String

  /// - Parameters:
  ///   - figures: What the race is about: how often something went wrong, or what it costs.
  ///   - id: The id of the drawing, which is unique in a page.
  package init(_ rows: [StressRow], showing figures: TableFigures, id: String) {
    self.rows = rows
    self.figures = figures
    self.id = id
  }

  package var markup: [Markup] {
    let report = PageReport(rows: rows)
    let chart =
      switch figures {
      case .counts: RateChart([report], id: id).charts
      case .times: CostOrder([report], id: id).markup
      case .outcome: [Markup]()
      }
    return RunTable(rows, showing: figures).markup + chart
  }
}
