import Foundation

/// The executables under test, in the folder where the build puts them.
enum Program: String {
  case singletonBench = "singleton-bench"
  /// The same command line with faulty strategies.
  case faultyBench = "FaultyBench"
  /// The same command line with the strategy that the tutorial writes.
  case tutorialBench = "TutorialBench"

  var path: String { Self.products.appending(path: rawValue).path }

  /// The folder of the test bundle, which is loaded on Apple's systems and an executable elsewhere.
  private static let products: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let executable = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return (bundle ?? executable.resolvingSymlinksInPath()).deletingLastPathComponent()
  }()
}
