import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// The `init` command, which writes a package with a broken class and its tests.
struct InitCommand: Command {
  struct Settings {
    var folders: [String] = []
    var package: String?
  }

  let name = "init"
  let abstract = "write a small package that races and proves a class of your own"
  let discussion = [
    "The package has an example class, which is broken, and a test of each kind for it. Put your own class in its place."
  ]
  let defaults = Settings()
  let examples = [
    Example("init", "into the folder my-singleton"),
    Example("init stress --package https://example.com/singleton-bench", "that gets singleton-bench from there"),
  ]

  var argument: Argument<Settings>? {
    Argument(.text("FOLDER", "a folder for the package"), count: 0...1, appendsTo: \.folders)
  }

  var options: [Option<Settings>] {
    [
      Option(
        "--package", .text("PLACE", "a folder or a URL"), sets: \.package,
        "where the new package gets singleton-bench; if it is not given, the folder that this program was built in")
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let folder = settings.folders.first ?? "my-singleton"
    let package = StarterPackage(dependency: try dependency(settings.package))
    try write(package, to: folder)
    try invocation.console.output.write(report(on: package, in: folder, invocation.console))
    return .passed
  }

  private func dependency(_ place: String?) throws -> StarterPackage.Dependency {
    guard let place = place ?? Self.ownFolder else {
      throw CommandError.usage(
        "it is not known where the new package gets singleton-bench, because the folder that this program was built in"
          + " is gone", expected: "--package with a folder or a URL")
    }
    if place.includes("://") || place.hasPrefix("git@") {
      return .version(CommandLineTool.harnessVersion, of: place)
    }
    guard FileSystem.kind(of: place + "/Package.swift") == .regular else {
      throw CommandError.usage(
        "\(place.quoted) has no Package.swift", expected: "the folder of a clone of singleton-bench, or a URL")
    }
    return .folder(FileSystem.absolute(place))
  }

  /// The folder that this program was built in, if it is still there.
  private static var ownFolder: String? {
    let root = (0..<4).reduce(#filePath) { path, _ in Path.folder(of: path) }
    return FileSystem.kind(of: root + "/Package.swift") == .regular ? root : nil
  }

  /// Writes all files, or none if any of them exists.
  private func write(_ package: StarterPackage, to folder: String) throws {
    let files = package.files.map { (path: folder + "/" + $0.name, text: $0.text) }
    if let taken = files.first(where: { FileSystem.exists($0.path) }) {
      throw CommandError.usage(
        "\(taken.path.harmless) exists already; nothing was written", expected: "a new or empty folder",
        next: "init FOLDER")
    }
    for file in files {
      do {
        try FileSystem.makeFolder(Path.folder(of: file.path))
        try OutputTarget(file.path).write(file.text)
      } catch {
        throw CommandError(
          code: .cannotWrite, problem: "cannot write \(file.path.harmless): \(error.reason)",
          expected: "a folder that can be made or written", next: "init FOLDER")
      }
    }
  }

  private func report(on package: StarterPackage, in folder: String, _ console: Console) -> String {
    let width = console.textColumns
    let files = package.files.map { (term: $0.name, meaning: $0.meaning) }
    let enter = "cd \(Path.quoted(folder)) && "
    let commands = [
      (term: enter + "swift test", meaning: "races the class, in a minute or two the first time"),
      (term: enter + "swift test --traits Model", meaning: "runs it in every execution, and draws one that breaks it"),
    ]
    return TextLayout.paragraph("Written to \(folder):", width: width) + TextLayout.definitions(files, width: width)
      + TextLayout.paragraph("Both of these are red until Sources/Example/Images.swift is repaired:", width: width)
      + TextLayout.definitions(commands, width: width, widestTerm: 60)
  }
}
