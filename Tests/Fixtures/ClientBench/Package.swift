// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "singleton-bench", path: "../../..")],
  targets: [
    .target(
      name: "ClientStrategies",
      dependencies: [.product(name: "SingletonBench", package: "singleton-bench")]),
    .executableTarget(
      name: "client-bench",
      dependencies: ["ClientStrategies", .product(name: "SingletonBench", package: "singleton-bench")],
      linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))]),
    .testTarget(
      name: "ClientStrategiesTests",
      dependencies: ["ClientStrategies", .product(name: "SingletonBench", package: "singleton-bench")]),
  ]
)
