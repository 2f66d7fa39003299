import Foundation
import SingletonPlatform
import TestSupport

/// A machine whose `/sys` was recorded. Each line is a core and what the system says about it.
struct RecordedMachine {
  let cores: [Int]
  private let folder: TemporaryFolder

  /// Restores the files of `/sys`.
  ///
  /// - Parameters:
  ///   - name: The name of the file in `Topologies`.
  ///   - allowed: The cores that affinity leaves, or `nil` for all.
  init(_ name: String, allowed: [Int]? = nil) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    var numbers: [Int] = []
    for line in try Repository.text("Tests/SingletonPlatformTests/Topologies/\(name).txt").split(separator: "\n") {
      guard !line.hasPrefix("#") else { continue }
      let words = line.split(separator: " ")
      numbers.append(Int(words[0].dropFirst("cpu".count))!)
      for (path, text) in Self.files(words.dropFirst()) {
        let file = folder("sys/devices/system/cpu/\(words[0])/\(path)")
        let parent = URL(filePath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: URL(filePath: file))
      }
    }
    cores = allowed ?? numbers
  }

  var topology: ProcessorTopology { ProcessorTopology(of: cores, from: SystemProbe(root: folder.path)) }

  /// Returns the files that words such as `package=0` and `cache=3:Unified:8192K:0-9` stand for.
  private static func files(_ words: some Sequence<Substring>) -> [(path: String, text: String)] {
    var caches = 0
    return words.flatMap { word -> [(path: String, text: String)] in
      let parts = word.split(separator: "=")
      let value = String(parts[1])
      switch parts[0] {
      case "package": return [("topology/physical_package_id", value)]
      case "siblings": return [("topology/thread_siblings_list", value)]
      case "capacity": return [("cpu_capacity", value)]
      default:
        defer { caches += 1 }
        return zip(["level", "type", "size", "shared_cpu_list"], value.split(separator: ":")).map {
          ("cache/index\(caches)/\($0)", String($1))
        }
      }
    }
  }
}
