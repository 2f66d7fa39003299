import CheckedClasses
import Foundation
import SingletonCheck

/// Compares the outcomes of litmus programs, run as Swift with `Atomic`, with those that a file states.
struct LitmusComparison {
  private let name: String
  private let threads: [[LitmusInstruction]]
  private let locations: [String]
  private let observed: [String]
  private let stated: [MemoryModel: Set<[Int?]>]

  /// Returns the programs of a file that consist of loads, stores and fences, without a data race.
  static func programs(in file: String) throws -> [LitmusComparison] {
    let data = try Data(contentsOf: URL(filePath: file))
    let document = try JSONSerialization.jsonObject(with: data) as! [String: Any]
    return (document["tests"] as! [[String: Any]]).compactMap(LitmusComparison.init)
  }

  private init?(_ test: [String: Any]) {
    name = test["name"] as! String
    observed = test["observe"] as! [String]
    let texts = (test["threads"] as! [[String]]).map { $0.map { $0.split(separator: " ").map(String.init) } }
    var names: [String] = []
    for words in texts.joined() where words.count == 3 {
      let location = words[0].hasPrefix("W") ? words[1] : words[2]
      if !names.contains(location) { names.append(location) }
    }
    locations = names
    var threads: [[LitmusInstruction]] = []
    for text in texts {
      let instructions = text.compactMap { Self.instruction($0, names) }
      guard instructions.count == text.count else { return nil }
      threads.append(instructions)
    }
    self.threads = threads
    let rc11 = test["rc11"] as! [String: Any]
    guard (test["init"] as! [String: Any]).isEmpty, rc11["race"] as? Bool == false, names.count <= 3, threads.count >= 2
    else { return nil }
    func values(_ outcomes: [Any]) -> Set<[Int?]> { Set(outcomes.map { ($0 as! [Any]).map { $0 as? Int } }) }
    stated = [
      .rc11: values((rc11["outcomes"] as! [[String: Any]]).map { $0["values"]! }),
      .tso: values((test["tso"] as! [String: Any])["outcomes"] as! [Any]),
      .sc: values((test["sc"] as! [String: Any])["outcomes"] as! [Any]),
    ]
  }

  private static func instruction(_ words: [String], _ locations: [String]) -> LitmusInstruction? {
    let parts = words[0].split(separator: ".")
    let orders: [Substring: LitmusInstruction.Order] = [
      "rlx": .relaxed, "acq": .acquire, "rel": .release, "ar": .acquireRelease, "sc": .sequentiallyConsistent,
    ]
    guard parts.count == 2, let order = orders[parts[1]] else { return nil }
    switch parts[0] {
    case "F": return LitmusInstruction(.fence, order)
    case "W":
      guard let value = Int(words[2]), let location = locations.firstIndex(of: words[1]) else { return nil }
      return LitmusInstruction(.store, order, location: location, number: value)
    case "R":
      guard let register = Int(words[1].dropFirst()), let location = locations.firstIndex(of: words[2]) else {
        return nil
      }
      return LitmusInstruction(.load, order, location: location, number: register)
    default: return nil
    }
  }

  /// Returns what differs, for each model.
  func differences() throws -> [String] {
    try stated.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { model, expected in
      let found = try outcomes(under: model)
      return found == expected ? nil : "\(name) under \(model.rawValue): expected \(expected), got \(found)"
    }
  }

  private func outcomes(under model: MemoryModel) throws -> Set<[Int?]> {
    // The programs are no memory of the check.
    let programs = threads.map { instructions in
      let copy = UnsafeMutablePointer<LitmusInstruction>.allocate(capacity: instructions.count)
      copy.initialize(from: instructions, count: instructions.count)
      return (first: UnsafePointer(copy), count: instructions.count)
    }
    defer { programs.forEach { $0.first.deallocate() } }
    // The check runs in a copy of this process, with which it shares this memory: their number, and the outcomes one after another.
    let byteCount = 1 << 16
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)!
    defer { munmap(memory, byteCount) }
    let found = memory.assumingMemoryBound(to: Int.self)
    var known = Set<[Int?]>()
    let roles = programs.map { program in
      { (memory: borrowing LitmusMemory) in memory.run(program.first, count: program.count) }
    }
    _ = try check(threads: roles.count...roles.count, under: model, fresh: { LitmusMemory() }, roles: roles) {
      memory, registers in
      let outcome = observed.map { value(of: $0, memory, registers) }
      if known.insert(outcome).inserted {
        for (index, value) in outcome.enumerated() { found[1 + found[0] * observed.count + index] = value ?? -1 }
        found[0] += 1
      }
      return true
    }
    return Set(
      (0..<found[0]).map { number in
        observed.indices.map { index in
          let value = found[1 + number * observed.count + index]
          return value < 0 ? nil : value
        }
      })
  }

  private func value(of place: String, _ memory: borrowing LitmusMemory, _ registers: [Int]) -> Int? {
    let parts = place.split(separator: ":")
    guard parts.count == 2 else { return memory.value(of: locations.firstIndex(of: place)!) }
    let divisor = (0..<Int(parts[1].dropFirst())!).reduce(1) { product, _ in product * LitmusMemory.radix }
    let digit = registers[Int(parts[0])!] / divisor % LitmusMemory.radix
    return digit == 0 ? nil : digit - 1
  }
}
