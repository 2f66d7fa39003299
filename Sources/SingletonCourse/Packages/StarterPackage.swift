import SingletonCommands
import SingletonCore
import SingletonPlatform

/// The package that `init` writes: a broken class, and a test of each kind.
struct StarterPackage {
  let dependency: PackageDependency
  /// Returns the text of a source that the program contains.
  let embedded: (_ file: String) throws -> SourceText

  func files() throws -> [PackageFile] {
    [
      PackageFile(name: "Package.swift", meaning: "the parts of the package", text: manifest),
      try file("Sources/Example/Images.swift", "the class; replace it with your own"),
      try file("Tests/ExampleTests/Races.swift", "tests on real threads"),
      try file("Tests/ExampleTests/Proofs.swift", "a test in the model checker"),
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

    // With the trait, the class is compiled for the model checker.
    let model: [SwiftSetting] = [.define("STRESS_MODEL", .when(traits: ["Model"]))]

    let package = Package(
      name: "Example",
      platforms: [.macOS(.v15)],
      traits: [.trait(name: "Model", description: "Compiles the class for the model checker.")],
      dependencies: [\(dependency.requirement)],
      targets: [
        .target(
          name: "Example",
          dependencies: [
            .product(
              name: "ModeledSynchronization", package: "\(dependency.packageName)", condition: .when(traits: ["Model"]))
          ],
          swiftSettings: model),
        .testTarget(
          name: "ExampleTests",
          dependencies: [
            "Example",
            .product(name: "SingletonStressTesting", package: "\(dependency.packageName)"),
          ],
          swiftSettings: model),
      ]
    )

    """
  }
}
