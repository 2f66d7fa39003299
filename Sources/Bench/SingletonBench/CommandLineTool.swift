import SingletonCommands

/// The command-line tool of singleton-bench, with your name and your strategies.
///
/// It has the commands `run`, `check`, `explain`, `compare`, `report`, and others, which `--help` lists. A run starts a
/// process of the same executable for each row, and each of these processes executes what comes before
/// ``runAndExit()``, too.
public struct CommandLineTool: Sendable {
  private let name: String
  private let version: String?
  private let catalog: Catalog

  /// - Parameters:
  ///   - name: The name of the executable in messages, help texts, and reports. A run writes its report to the file
  ///     `NAME.csv`.
  ///   - version: The version that `--version` shows next to that of singleton-bench, or `nil` if the tool has none.
  ///   - catalog: The strategies.
  public init(name: String, version: String? = nil, catalog: Catalog) {
    self.name = name
    self.version = version
    self.catalog = catalog
  }

  /// Runs the command named by the arguments of this process, then exits.
  public func runAndExit() -> Never {
    SingletonCommands.CommandLineTool(name: name, version: version, catalog: catalog).runAndExit()
  }
}
