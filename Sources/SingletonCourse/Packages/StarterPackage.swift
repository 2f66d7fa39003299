/// The package that `init` writes: a broken class, and a test of each kind.
struct StarterPackage {
  let dependency: PackageDependency
  /// The text of the class, which is a fixture of the tests.
  let example: String

  /// The file of the class, spelled as in `#fileID`.
  static let exampleFile = "Tests/Images.swift"

  var files: [PackageFile] {
    [
      PackageFile(name: "Package.swift", meaning: "the parts of the package", text: manifest),
      PackageFile(name: "Sources/Example/Images.swift", meaning: "the class; replace it with your own", text: example),
      PackageFile(name: "Tests/ExampleTests/Races.swift", meaning: "tests on real threads", text: Self.races),
      PackageFile(name: "Tests/ExampleTests/Proofs.swift", meaning: "a test in the model checker", text: Self.proofs),
    ]
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

  private static let races = """
    #if !STRESS_MODEL
      import Example
      import SingletonStressTesting
      import Testing

      @Suite struct Races {
        @Test func oneCache() async throws {
          let result = try await stress(named: "Images.cache") { Images() } access: { $0.cache }
          // This also fails if the machine was too busy for the race to mean anything.
          #expect(result.isSingleton)
        }

        #if os(Linux)
          /// Each trial has its own process, because a `static let` is initialized only once in a process.
          @Test func oneSession() async throws {
            let result = try await stressOncePerProcess(named: "Session.shared") { Session.shared }
            // Warns if the machine was too busy.
            expectSingleton(result)
          }
        #endif
      }
    #endif

    """

  private static let proofs = """
    #if STRESS_MODEL
      import Example
      import ModeledSynchronization
      import Testing

      @Suite struct Proofs {
        @Test func oneCache() throws {
          let result = try check(threads: 2...3, fresh: { Images() }, access: { $0.cache })
          #expect(result.isProved)
        }
      }
    #endif

    """
}
