import Foundation
import SingletonPlatform

/// The executables under test, in the folder where the build puts them.
enum Program: String {
  case singletonBench = "singleton-bench"
  /// The explorer's own program.
  case singletonLitmus = "singleton-litmus"
  /// The same command line with faulty strategies.
  case faultyBench = "FaultyBench"
  /// The command line of a client's package, with that package's strategies.
  case clientBench = "client-bench"
  /// The same command line with the strategy that the tutorial writes.
  case tutorialBench = "TutorialBench"

  /// The file to which a run writes its report: the tool's name and `.csv`.
  var report: String {
    switch self {
    case .singletonBench, .tutorialBench: "singleton-bench.csv"
    case .singletonLitmus: preconditionFailure("it runs nothing")
    case .clientBench: "client-bench.csv"
    case .faultyBench: "faulty-bench.csv"
    }
  }

  var path: String { Self.products.appending(path: rawValue).path }

  /// The folder of the tests' own program, which on Apple's systems is a bundle that another program loads.
  private static let products: URL = {
    #if canImport(Darwin)
      // The bundle has the program in Contents/MacOS.
      var image = Dl_info()
      dladdr(#dsohandle, &image)
      let own = URL(filePath: String(cString: image.dli_fname)).appending(path: "../../..").standardized
    #else
      let own = URL(filePath: ownExecutable()).resolvingSymlinksInPath()
    #endif
    return own.deletingLastPathComponent()
  }()
}
