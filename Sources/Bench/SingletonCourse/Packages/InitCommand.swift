import SingletonArgumentParsing
import SingletonCommands
import SingletonCore
import SingletonPlatform
import SingletonTextFormats

struct InitCommand: Command {
  struct Settings {
    var folders: [String] = []
    var package: String?
    var isExisting = false
    var module: String?
    var writes = false
  }

  let name = "init"
  let abstract = "write a small package that races and proves your own class, or add a race to your package"
  let discussion = [
    "The package has a broken example class, a race of it, and a check of every execution (on Linux and x86-64). Replace the example"
      + " with your own class; a check needs no change to it.",
    "With --existing, it adds the dependency, a test target, and a first test to the package in FOLDER, by the package"
      + " manager's own commands. It shows what it would do, and does it only with --write; once it is done, there is"
      + " nothing more to do.",
  ]
  let defaults = Settings()
  let examples = [
    Example("init", "a package in the folder my-singleton"),
    Example(
      "init stress --package https://example.com/singleton-bench", "a package that gets singleton-bench from a URL"),
    Example("init --existing", "what a race needs in the package of this folder"),
    Example("init --existing --write", "the same, written"),
  ]

  var argument: Argument<Settings>? {
    Argument(.text("FOLDER", "a folder for the package"), count: 0...1, appendsTo: \.folders)
  }

  var options: [Option<Settings>] {
    [
      .package(sets: \.package),
      Option(flag: "--existing", sets: \.isExisting, "add a first race to the package in FOLDER"),
      Option(
        "--module", .text("NAME", "a module of that package"), sets: \.module,
        "what the race imports; if it is not given, the package's only module"),
      Option(flag: "--write", sets: \.writes, "write what --existing shows"),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    if settings.isExisting { return try extend(settings, in: invocation) }
    if settings.writes || settings.module != nil {
      throw CommandError.usage("init: --write and --module are for --existing", next: "init --existing --write")
    }
    let folder = settings.folders.first ?? "my-singleton"
    let package = StarterPackage(
      dependency: try PackageDependency(at: settings.package), embedded: invocation.embedded)
    let width = invocation.console.textColumns
    let files = try package.files().write(to: folder, again: "init FOLDER", width: width)
    let enter = "cd \(Path.quoted(folder)) && "
    let command = (
      term: enter + "swift test",
      meaning: "races the class, checks every execution, and draws one that breaks it; some minutes the first time"
    )
    try invocation.console.output.write(
      TextLayout.paragraph("Written to \(folder):", width: width) + files
        + TextLayout.paragraph("Both tests are red until Sources/Example/Images.swift is repaired:", width: width)
        + TextLayout.definitions([command], width: width, widestTerm: 60))
    return .passed
  }
}

// MARK: - An existing package

extension InitCommand {
  private func extend(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let folder = settings.folders.first ?? "."
    let dependency = try PackageDependency(at: settings.package)
    let package = try ExistingPackage(in: folder)
    let (output, width) = (invocation.console.output, invocation.console.textColumns)
    if package.hasRaces {
      try output.write(
        TextLayout.paragraph("\(folder.harmless) has races already; there is nothing to add.", width: width))
      return .passed
    }
    if FileSystem.exists(folder + "/" + ExistingPackage.testFile) {
      throw CommandError.usage(
        "\(folder.harmless)/\(ExistingPackage.testFile) exists already; nothing was written",
        expected: "a package without this file")
    }
    let module = try module(settings, in: package)
    var place = folder == "." ? "this folder" : folder.harmless
    if settings.writes {
      do {
        let manifest = try package.add(dependency, module: module)
        // The commands edit only the usual one.
        if manifest != "Package.swift" { place += ", to \(manifest.harmless)" }
      } catch {
        try output.write(package.lines(dependency: dependency, module: module))
        throw error
      }
    }
    let edits = package.edits(dependency: dependency, module: module).map { arguments in
      "  swift package " + arguments.map { $0.hasPrefix("-") ? $0 : Path.quoted($0) }.joined(separator: " ") + "\n"
    }
    try output.write(
      TextLayout.paragraph(settings.writes ? "Done in \(place):" : "To be done in \(place):", width: width)
        + edits.joined()
        + TextLayout.paragraph(
          "and a race in \(ExistingPackage.testFile), of an example that is broken; replace it with your own class. On"
            + " macOS, the manifest also needs platforms: [.macOS(.v15)]; a package for older systems has its races in a"
            + " second package (see \"Is my singleton safe?\").", width: width)
        + TextLayout.paragraph(settings.writes ? "Red, until the example is replaced:" : "To do it:", width: width)
        + "  \(next(settings, folder, module))\n")
    return .passed
  }

  private func next(_ settings: Settings, _ folder: String, _ module: String) -> String {
    let place = folder == "." ? [] : [Path.quoted(folder)]
    if settings.writes {
      return (place.isEmpty ? "" : "cd \(place[0]) && ") + "swift test --filter \(ExistingPackage.testTarget)"
    }
    let package = settings.package.map { ["--package", Path.quoted($0)] } ?? []
    return ([Tool.current.name, "init", "--existing"] + place + package + ["--module", module, "--write"])
      .joined(separator: " ")
  }

  private func module(_ settings: Settings, in package: ExistingPackage) throws -> String {
    let modules = package.modules
    let named = modules.joined(separator: ", ").harmless
    if let module = settings.module {
      guard modules.contains(module) else {
        throw CommandError.usage(
          "\(package.folder.harmless) has no module \(module.quoted)", expected: modules.isEmpty ? "a module" : named)
      }
      return module
    }
    guard modules.count == 1 else {
      throw CommandError.usage(
        modules.isEmpty
          ? "\(package.folder.harmless) has no module that a test can import"
          : "\(package.folder.harmless) has \(modules.count) modules, and a race imports one",
        expected: modules.isEmpty
          ? "a target that is neither a test, a macro nor a plug-in" : "--module with one of \(named)",
        next: modules.first.map { "init --existing \(Path.quoted(package.folder)) --module \($0.harmless)" })
    }
    return modules[0]
  }
}
