/// The package that `init` writes: a class that is broken, and a test of each kind.
struct StarterPackage {
  let dependency: PackageDependency

  var files: [PackageFile] {
    [
      PackageFile("Package.swift", "what the package consists of", manifest),
      PackageFile("Sources/Example/Images.swift", "the class; put your own in its place", Self.example),
      PackageFile("Tests/ExampleTests/Races.swift", "tests on real threads", Self.races),
      PackageFile("Tests/ExampleTests/Proofs.swift", "a test in the model checker", Self.proofs),
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

  private static let example = """
    #if STRESS_MODEL
      import ModeledSynchronization
    #else
      import Synchronization
    #endif

    public final class ImageCache: Sendable {
      init() {}
    }

    /// Hands out one cache, or so it seems: the flag is looked at outside of the lock.
    public final class Images: @unchecked Sendable {
      private let lock = Mutex(())
      #if STRESS_MODEL
        @Plain
      #endif
      private var isReady = false
      #if STRESS_MODEL
        @Plain
      #endif
      private var made: ImageCache?

      public init() {}

      public var cache: ImageCache? {
        if !isReady {
          lock.withLock { _ in
            if !isReady {
              isReady = true
              made = ImageCache()
            }
          }
        }
        return made
      }
    }

    /// Exists once in a process.
    public final class Session: Sendable {
      public static let shared = Session()
    }

    """

  private static let races = """
    #if !STRESS_MODEL
      import Example
      import SingletonStressTesting
      import Testing

      @Suite struct Races {
        @Test func oneCache() async throws {
          let result = try await stress(named: "Images.cache") { Images() } access: { $0.cache }
          // Fails also if the machine was too busy for the race to mean anything.
          #expect(result.isSingleton)
        }

        #if os(Linux)
          /// Each trial has a process of its own, because nothing makes a `static let` fresh again within one.
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
