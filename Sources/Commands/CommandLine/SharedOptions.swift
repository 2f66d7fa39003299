/// Options that several commands have, and that mean the same in all of them.
extension Option {
  static func color(sets path: WritableKeyPath<Settings, Display>) -> Option {
    Option(
      "--color", .choice("WHEN"), sets: path, "auto (only on a terminal, and NO_COLOR is empty), always, never",
      standard: Display.auto.rawValue)
  }

  static func summary(sets path: WritableKeyPath<Settings, String?>) -> Option {
    Option("--summary", .file, sets: path, "append the table as Markdown, for a CI step's summary", standard: "none")
  }

  static func junit(sets path: WritableKeyPath<Settings, String?>) -> Option {
    Option("--junit", .file, sets: path, "the rows as JUnit XML", standard: "none")
  }
}
