import Foundation
import SingletonPlatform
import Synchronization
import TestSupport

/// Machines whose `/sys` was recorded. Each line of a recording is a core and what the system says about it.
enum RecordedMachine {
  private static let known = Mutex<[String: ProcessorTopology]>([:])

  /// Returns the topology that is read from the restored files.
  ///
  /// - Parameters:
  ///   - name: The name of the file in `Topologies`.
  ///   - allowed: The cores that affinity leaves, or `nil` for all.
  static func topology(_ name: String, allowed: [Int]? = nil) throws -> ProcessorTopology {
    // Restoring a thousand files takes a while.
    try known.withLock { known in
      let key = "\(name) \(allowed ?? [])"
      if known[key] == nil { known[key] = try restored(name, allowed) }
      return known[key]!
    }
  }

  private static func restored(_ name: String, _ allowed: [Int]?) throws -> ProcessorTopology {
    let folder = try TemporaryFolder()
    var numbers: [Int] = []
    for line in try Repository.text("Tests/Support/SingletonPlatformTests/Topologies/\(name).txt").split(
      separator: "\n")
    {
      guard !line.hasPrefix("#") else { continue }
      let words = line.split(separator: " ")
      numbers.append(Int(words[0].dropFirst("cpu".count))!)
      for (path, text) in files(words.dropFirst()) {
        let file = "sys/devices/system/cpu/\(words[0])/\(path)"
        let parent = URL(filePath: folder(file)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try folder.write(text + "\n", to: file)
      }
    }
    return ProcessorTopology(of: allowed ?? numbers, from: SystemProbe(root: folder.path))
  }

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
