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
        // This also fails if the machine was too busy for the race to mean anything.
        #expect(result.isSingleton)
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
  /// - Returns: The name of the manifest.
  /// - Throws: `CommandError` if the package manager cannot edit the manifest.
  func add(_ dependency: PackageDependency, module: String) throws -> String {
    guard let manifest = try edited(by: edits(dependency: dependency, module: module)) else {
      throw CommandError.usage(
        "the package manager cannot edit \(manifests.map { "\(folder)/\($0)" }.joined(separator: " or ").harmless), which is"
          + " as it was, perhaps because its dependencies and targets are not lists",
        expected: "the lines above, written by hand")
    }
    try Self.write(test(of: module), to: "\(folder)/\(Self.testFile)")
    do { try OutputTarget("\(folder)/\(manifest.name)").write(manifest.text) } catch {
      FileSystem.remove("\(folder)/\(Self.testFile)")
      throw error
    }
    return manifest.name
  }

  private static func write(_ text: String, to path: String) throws {
    try FileSystem.makeFolder(Path.folder(of: path))
    try OutputTarget(path).write(text)
  }

  // MARK: - The manifests

  /// The manifests: the usual one, and those for some versions of Swift. The package manager reads one of them.
  private var manifests: [String] {
    let specific = FileSystem.names(in: folder).filter { $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }
    return ["Package.swift"] + specific.sorted().reversed()
  }

  private static func text(of path: String) throws -> String {
    guard let bytes = try? InputFile(path).contents(limit: 1 << 24) else {
      throw CommandError.usage("cannot read \(path.harmless)", expected: "a manifest that can be edited")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the manifest that the package manager reads, with the edits, or `nil` if it cannot make them.
  ///
  /// The package manager edits only a file with the usual name, whichever it reads. So each manifest is edited under that
  /// name in a folder of its own, and then tried beside the others. What is left there is in the folder of what is built.
  private func edited(by edits: [[String]]) throws -> (name: String, text: String)? {
    let texts = try manifests.map { name in
      (name: name, text: try Self.text(of: "\(folder)/\(name)"))
    }
    let scratch = "\(FileSystem.absolute(folder))/.build/init-existing-\(getpid())"
    for (number, manifest) in texts.enumerated() {
      let (alone, together) = ("\(scratch)/\(number)", "\(scratch)/\(number)-among-all")
      try Self.write(manifest.text, to: "\(alone)/Package.swift")
      // Otherwise the package manager looks for sources to move there.
      for target in targets { try FileSystem.makeFolder("\(alone)/Sources/\(target["name"]?.text ?? "")") }
      for arguments in edits { _ = Self.output(of: arguments, in: alone) }
      let text = try Self.text(of: "\(alone)/Package.swift")
      if text == manifest.text { continue }
      for other in texts {
        try Self.write(other.name == manifest.name ? text : other.text, to: "\(together)/\(other.name)")
      }
      if let edited = try? ExistingPackage(in: together), edited.hasRaces { return (manifest.name, text) }
    }
    return nil
  }
}
