/// The format of the data on standard output.
enum DataFormat: String, CaseIterable, Sendable { case table, csv, json, markdown }
