import SingletonCommands
import SingletonPlatform
import SingletonTextFormats

/// A package that somebody has written, as its manifest describes it, and what `init --existing` adds to it.
struct ExistingPackage {
  /// The name of the test target that is added.
  static let testTarget = "SingletonTests"
  private static let product = "SingletonStressTesting"
  static let testFile = "Tests/\(testTarget)/\(testTarget).swift"

  let folder: String
  private let manifest: JSONNode

  /// Reads the manifest, by the package manager.
  ///
  /// - Throws: `CommandError` if there is no package, or none that the package manager understands.
  init(in folder: String) throws {
    self.folder = folder
    guard FileSystem.kind(of: folder + "/Package.swift") == .regular else {
      throw CommandError.usage(
        "\(folder.quoted) has no Package.swift", expected: "the folder of a Swift package",
        next: "init, which writes a new package")
    }
    guard let text = Self.output(of: ["dump-package"], in: folder),
      let description = try? JSONDocument(path: "Package.swift", bytes: Array(text.utf8))
    else {
      throw CommandError.usage(
        "the package manager does not understand \(folder.harmless)/Package.swift",
        expected: "a manifest with which 'swift package dump-package' prints a description")
    }
    manifest = description.root
  }

  private static func output(of arguments: [String], in folder: String) -> String? {
    let environment = ["PATH", "HOME", "TMPDIR", "DEVELOPER_DIR", "TOOLCHAINS"].compactMap { name in
      environmentVariable(name).map { "\(name)=\($0)" }
    }
    return Subprocess.output(
      of: ["swift", "package", "--package-path", folder] + arguments, environment: environment, limit: 1 << 24,
      timeout: .seconds(120))
  }

  private var targets: [JSONNode] { manifest["targets"]?.elements ?? [] }

  /// The modules that a test can import.
  var modules: [String] {
    targets.filter { ["regular", "executable"].contains($0["type"]?.text) }.compactMap { $0["name"]?.text }
  }

  /// Whether a test target uses the library already.
  var hasRaces: Bool {
    targets.contains { target in
      (target["dependencies"]?.elements ?? []).contains { dependency in
        dependency["product"]?.elements?.first?.text == Self.product
      }
    }
  }

  // MARK: - What is added

  /// The commands of the package manager that add the dependency and the test target, without `swift package`.
  func edits(dependency: PackageDependency, module: String) -> [[String]] {
    [
      ["add-dependency"] + dependency.editArguments,
      ["add-target", Self.testTarget, "--type", "test", "--dependencies", module],
      ["add-target-dependency", Self.product, Self.testTarget, "--package", dependency.identity],
    ]
  }

  /// The first test, which is red.
  func test(of module: String) -> String {
    """
    import SingletonStressTesting
    import Testing

    @testable import \(module)

    // Race a shared instance of your own: `fresh` makes what owns it, and `access` asks for it. What exists once per process,
    // such as a `static let`, is raced by `stressOncePerProcess { Session.shared }`.
    @Suite struct SharedInstances {
      @Test func oneExample() async throws {
        let result = try await stress(named: "Example.shared") { Example() } access: { $0.shared }
        expectSingleton(result)
      }
    }

    /// Broken, so that you see what red looks like: a lazy property is not safe to use from several threads.
    private final class Example {
      final class Instance {}
      lazy var shared = Instance()
    }

    """
  }

  /// Returns the lines that add the same by hand, for the places that they name.
  func lines(dependency: PackageDependency, module: String) -> String {
    """
      in dependencies:
        \(dependency.requirement),
      in targets:
        .testTarget(
          name: "\(Self.testTarget)",
          dependencies: ["\(module)", .product(name: "\(Self.product)", package: "\(dependency.packageName)")]),

    """
  }

  /// Adds everything, or nothing.
  ///
  /// - Throws: `CommandError` if the package manager cannot edit the manifest.
  func add(_ dependency: PackageDependency, module: String) throws {
    let path = folder + "/Package.swift"
    guard let before = try? InputFile(path).contents(limit: 1 << 24) else {
      throw CommandError.usage("cannot read \(path.harmless)", expected: "a manifest that can be put back")
    }
    for arguments in edits(dependency: dependency, module: module) {
      _ = Self.output(of: arguments, in: folder)
    }
    guard try ExistingPackage(in: folder).hasRaces else {
      try OutputTarget(path).write(String(decoding: before, as: UTF8.self))
      FileSystem.remove(folder + "/" + Self.testFile)
      let specific = FileSystem.names(in: folder).filter { $0.hasPrefix("Package@swift") && $0.hasSuffix(".swift") }
      let reason =
        specific.isEmpty
        ? "its dependencies and targets are not lists"
        : "it edits this file, and reads \(specific.sorted().joined(separator: " or ").harmless)"
      throw CommandError.usage(
        "the package manager cannot edit \(path.harmless), which is as it was, perhaps because \(reason)",
        expected: "the lines above, written by hand")
    }
    try OutputTarget(folder + "/" + Self.testFile).write(test(of: module))
  }
}
