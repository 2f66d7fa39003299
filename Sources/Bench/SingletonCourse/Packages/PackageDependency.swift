import SingletonArgumentParsing
import SingletonCommands
import SingletonPlatform
import SingletonTextFormats

/// The place from which a new package gets singleton-bench.
struct PackageDependency {
  /// The dependency in a manifest.
  let requirement: String
  /// The package's name in a manifest with this requirement.
  let packageName: String
  /// The arguments with which the package manager adds the dependency, and its name for the package then.
  let editArguments: [String]
  let identity: String

  /// - Parameter place: A folder or a URL; `nil` for the folder that this program was built in.
  /// - Throws: `CommandError` if there is no package.
  init(at place: String?) throws {
    guard let place = place ?? Self.ownFolder else {
      throw CommandError.usage(
        "the new package has no place to get singleton-bench from, because the folder that this program was built in"
          + " is gone", expected: "--package with a folder or a URL")
    }
    if let address = Self.address(in: place) {
      guard address.split(separator: "/").count > (place.hasPrefix("file:") ? 0 : 1) else {
        throw CommandError.usage(
          "\(place.quoted) is not the URL of a repository",
          expected: "a URL such as https://example.com/singleton-bench")
      }
      requirement = ".package(url: \(place.debugDescription), from: \"\(CommandLineTool.harnessVersion)\")"
      // The package manager's name for it, which is the last part of the URL without its ending.
      packageName = String(place.split(separator: "/").last?.split(separator: ".").first ?? "singleton-bench")
      editArguments = [place, "--from", CommandLineTool.harnessVersion]
      identity = packageName
      return
    }
    guard FileSystem.kind(of: place + "/Package.swift") == .regular else {
      throw CommandError.usage(
        "\(place.quoted) has no Package.swift", expected: "the folder of a clone of singleton-bench, or a URL")
    }
    packageName = "singleton-bench"
    let folder = FileSystem.absolute(place)
    requirement = ".package(name: \"singleton-bench\", path: \(folder.debugDescription))"
    editArguments = [folder, "--type", "path"]
    identity = Path.name(of: folder)
  }

  /// Returns the host and the path of a URL, or of an address of Git, or `nil` if the text is the path of a folder.
  private static func address(in place: String) -> String? {
    if place.hasPrefix("git@") { return place.replacing(character: ":", with: "/") }
    let parts = place.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].hasPrefix("//") ? String(parts[1]) : nil
  }

  /// The folder that this program was built in, if it is still there.
  private static var ownFolder: String? {
    let root = (0..<5).reduce(#filePath) { path, _ in Path.folder(of: path) }
    return FileSystem.kind(of: root + "/Package.swift") == .regular ? root : nil
  }
}

extension Option {
  static func package(sets path: WritableKeyPath<Settings, String?>) -> Option {
    Option(
      "--package", .text("PLACE", "a folder or a URL"), sets: path,
      "where the new package gets singleton-bench; if it is not given, the folder that this program was built in")
  }
}

/// A file of a new package, by its name in the package's folder.
struct PackageFile {
  let name: String
  let meaning: String
  let text: String
}

extension [PackageFile] {
  /// Writes all files, or none if any of them exists or cannot be written.
  ///
  /// - Parameter again: The command that writes them elsewhere.
  /// - Returns: The list of the files for the reader.
  func write(to folder: String, again: String, width: Int) throws -> String {
    let files = map { (path: folder + "/" + $0.name, text: $0.text) }
    if let taken = files.first(where: { FileSystem.exists($0.path) }) {
      throw CommandError.usage(
        "\(taken.path.harmless) exists already; nothing was written", expected: "a folder without these files",
        next: again)
    }
    for file in files {
      do {
        try FileSystem.makeFolder(Path.folder(of: file.path))
        try OutputTarget(file.path).write(file.text)
      } catch {
        // None of them was there before, so the command can be given again.
        files.forEach { FileSystem.remove($0.path) }
        throw CommandError.inFolder("cannot write \(file.path.harmless)", error, next: again)
      }
    }
    return TextLayout.definitions(map { ($0.name, $0.meaning) }, width: width)
  }
}
