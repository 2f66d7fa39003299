/// What standard output gets.
enum DataFormat: String, CaseIterable, Sendable { case table, csv, json, markdown }
