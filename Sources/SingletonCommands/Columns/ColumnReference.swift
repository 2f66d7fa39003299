import SingletonReports
import SingletonTextFormats

/// A file that commands write and read, with the meanings of its columns.
struct ColumnReference: Sendable {
  /// The name on the command line: the command that writes the file.
  let id: String
  let title: String
  let names: [String]
  private let meanings: [String]
  let text: @Sendable (_ width: Int) -> String
  let markdown: @Sendable () -> String

  private init<Row>(_ id: String, _ title: String, _ columns: [Column<Row>]) {
    self.id = id
    self.title = title
    names = columns.map(\.name)
    meanings = columns.map { "\($0.kind.rawValue). \($0.summary)" }
    text = { TextLayout.reference(of: columns, width: $0) }
    markdown = { Markdown.reference(of: columns) }
  }

  /// Returns the meaning of a column, or `nil` if the file does not have it.
  func meaning(of name: String) -> String? { names.firstIndex(of: name).map { meanings[$0] } }

  /// The only list of files with columns.
  static let all = [
    ColumnReference("run", "The report of a run", StressColumns.all),
    ColumnReference("check", "What check writes", CheckColumns.all),
    ColumnReference("orderings", "What check --orderings writes", OrderingColumns.all),
    ColumnReference("compare", "What compare writes", ComparisonColumns.all),
    ColumnReference("litmus", "What litmus writes", LitmusColumns.all),
  ]
}
