import SingletonCore
import SingletonPlatform
import SingletonStrategyChecker

/// The package that `init` writes: a broken class, and two tests of it.
struct StarterPackage {
  let dependency: PackageDependency
  /// Returns the text of a source that the program contains.
  let embedded: (_ file: String) throws -> SourceText

  func files() throws -> [PackageFile] {
    [
      PackageFile(name: "Package.swift", meaning: "the parts of the package", text: manifest),
      try file("Sources/Example/Images.swift", "the class; replace it with your own"),
      try file("Tests/ExampleTests/Races.swift", "a race on real threads"),
      try file("Tests/ExampleTests/Proofs.swift", "a check of every execution, on Linux and x86-64"),
    ]
  }

  /// Returns a file of the folder `Starter`.
  private func file(_ name: String, _ meaning: String) throws -> PackageFile {
    PackageFile(name: name, meaning: meaning, text: try embedded("SingletonCourse/" + Path.name(of: name)).text)
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    // Lets a check see what the class and the closures of the tests do; their source stays as it is.
    \(InstrumentationFlags.manifestSettings("let checked: [SwiftSetting] ="))

    let package = Package(
      name: "Example",
      platforms: [.macOS(.v15)],
      dependencies: [\(dependency.requirement)],
      targets: [
        .target(name: "Example", swiftSettings: checked),
        .testTarget(
          name: "ExampleTests",
          dependencies: [
            "Example",
            .product(name: "SingletonStressTesting", package: "\(dependency.packageName)"),
            .product(name: "SingletonCheck", package: "\(dependency.packageName)", condition: .when(platforms: [.linux])),
          ],
          swiftSettings: checked),
      ]
    )

    """
  }
}
