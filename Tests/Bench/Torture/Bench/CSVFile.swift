import SingletonTextFormats

/// A CSV file: its columns, and its rows by column.
struct CSVFile {
  let names: [String]
  var rows: [[String: String]]

  init(path: String) throws {
    var records = try CSVRecords(InputError.opened(path), path: path)
    var lines: [[String]] = []
    while let fields = try records.next() { lines.append(fields) }
    names = lines.first ?? []
    rows = lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }

  /// The file as CSV. Nothing in it is made harmless.
  var text: String {
    ([names] + rows.map { row in names.map { row[$0] ?? "" } }).map { line in
      line.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }.joined()
  }
}
