import SingletonCourse

@testable import SingletonCommands

extension ToolContents {
  /// All that singleton-bench has names for.
  static let standard = ToolContents(
    catalog: .standard, lessons: [CommandGroup.course(.standard)].flatMap(\.lessons))
}
