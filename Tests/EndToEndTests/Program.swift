import Foundation

/// The executables under test, where the build has put them.
enum Program: String {
  case singletonBench = "singleton-bench"
  /// The same command line with strategies that go wrong.
  case faultyBench = "FaultyBench"
  /// The same with the strategy that the tutorial writes.
  case tutorialBench = "TutorialBench"

  var path: String { Self.products.appending(path: rawValue).path }

  /// Beside the bundle that holds these tests: on Apple's systems a folder that is loaded, elsewhere an executable.
  private static let products: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let executable = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return (bundle ?? executable.resolvingSymlinksInPath()).deletingLastPathComponent()
  }()
}
