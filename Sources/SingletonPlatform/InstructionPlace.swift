import CSingletonPlatform

/// The place of an instruction in a file that a program has loaded, the same in each of the program's processes.
package struct InstructionPlace: Hashable, Sendable {
  private let place: UInt64

  package init(_ place: UInt) { self.place = UInt64(place) }

  /// A path of the file, or `nil` if the instruction is in none.
  package var file: String? {
    guard let path = cp_place_file(place) else { return nil }
    // Not /proc/self, which is another file for the program that reads it.
    return path.pointee == 0 ? "/proc/\(getpid())/exe" : String(cString: path)
  }

  /// Whether the instruction is in the program's own file.
  package var isInProgram: Bool { cp_place_file(place).map { $0.pointee == 0 } ?? false }

  package var address: UInt64 { cp_place_offset(place) }

  /// The name of the function that begins here, or `nil` if none does, or if it has no name.
  package var function: String? { cp_place_function(place).map { String(cString: $0) } }
}
