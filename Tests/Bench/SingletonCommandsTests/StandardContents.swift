import SingletonCourse

@testable import SingletonCommands

extension ToolContents {
  /// All that singleton-bench has names for.
  static let standard: ToolContents = {
    let groups = [CommandGroup.course(.standard)]
    return ToolContents(
      catalog: .standard, lessons: groups.flatMap(\.lessons), files: ColumnReference.own + groups.flatMap(\.files))
  }()
}
