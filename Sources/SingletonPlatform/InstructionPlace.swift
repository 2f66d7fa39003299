import CSingletonPlatform

/// The place of an instruction: a file that the program has loaded, and an address in it. It is the same in every
/// process of the program, wherever the file is loaded.
package struct InstructionPlace: Hashable, Sendable {
  private let place: UInt64

  package init(_ place: UInt) { self.place = UInt64(place) }

  /// The path of the file, or `nil` if no file contains the instruction.
  package var file: String? {
    guard let path = cp_place_file(place) else { return nil }
    // Not /proc/self, which in the process that reads the path stands for that process.
    return path.pointee == 0 ? "/proc/\(getpid())/exe" : String(cString: path)
  }

  /// Whether the instruction is in the program's own file.
  package var isInProgram: Bool { cp_place_file(place).map { $0.pointee == 0 } ?? false }

  package var address: UInt64 { cp_place_offset(place) }

  /// The name of the function that begins at this place, or `nil` if no function with a name begins here.
  package var function: String? { cp_place_function(place).map { String(cString: $0) } }
}
