import SingletonArgumentParsing
import SingletonCommands
import SingletonPlatform
import SingletonTextFormats

struct InitCommand: Command {
  struct Settings {
    var folders: [String] = []
    var package: String?
  }

  let name = "init"
  let abstract = "write a small package that races and proves your own class"
  let discussion = [
    "The package has a broken example class, and a test of each kind for it. Replace the example with your own class."
  ]
  let defaults = Settings()
  let examples = [
    Example("init", "a package in the folder my-singleton"),
    Example(
      "init stress --package https://example.com/singleton-bench", "a package that gets singleton-bench from a URL"),
  ]

  var argument: Argument<Settings>? {
    Argument(.text("FOLDER", "a folder for the package"), count: 0...1, appendsTo: \.folders)
  }

  var options: [Option<Settings>] { [.package(sets: \.package)] }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let folder = settings.folders.first ?? "my-singleton"
    let package = StarterPackage(
      dependency: try PackageDependency(at: settings.package), embedded: invocation.embedded)
    let width = invocation.console.textColumns
    let files = try package.files().write(to: folder, again: "init FOLDER", width: width)
    let enter = "cd \(Path.quoted(folder)) && "
    let commands = [
      (term: enter + "swift test", meaning: "races the class, in a minute or two the first time"),
      (term: enter + "swift test --traits Model", meaning: "runs it in every execution, and draws one that breaks it"),
    ]
    try invocation.console.output.write(
      TextLayout.paragraph("Written to \(folder):", width: width) + files
        + TextLayout.paragraph("Both of these are red until Sources/Example/Images.swift is repaired:", width: width)
        + TextLayout.definitions(commands, width: width, widestTerm: 60))
    return .passed
  }
}
