/// The instructions of a call.
package enum CallSite {
  /// The bytes before the address to which a call returns in which its arguments are looked for.
  private static let mostBytes = 64

  #if arch(x86_64)
    /// Returns the address of code or of a variable that is the second argument, or `nil` if the argument is another value, or if
    /// no call is before an address. The address must be that of code, which may be preceded by anything that can be read.
    package static func secondArgument(before address: UInt) -> UInt? {
      let code = UnsafeRawBufferPointer(
        start: UnsafeRawPointer(bitPattern: address - UInt(mostBytes)), count: mostBytes)
      // call, by a distance of 32 bits or by an address in memory
      guard code[mostBytes - 5] == 0xe8 || code[mostBytes - 6] == 0xff && code[mostBytes - 5] == 0x15 else {
        return nil
      }
      // lea distance(%rip), %rsi
      let start = stride(from: mostBytes - 5 - 7, through: 0, by: -1).first {
        code[$0] == 0x48 && code[$0 + 1] == 0x8d && code[$0 + 2] == 0x35
      }
      return start.map { start in
        let distance = Int(code.loadUnaligned(fromByteOffset: start + 3, as: Int32.self))
        return address - UInt(mostBytes - start - 7) &+ UInt(bitPattern: distance)
      }
    }
  #elseif arch(arm64)
    /// Returns the address of code or of a variable that is the second argument, or `nil` if the argument is another value, or if
    /// no call is before an address. The address must be that of code, which may be preceded by anything that can be read.
    package static func secondArgument(before address: UInt) -> UInt? {
      let start = address - UInt(mostBytes)
      let code = UnsafeBufferPointer(start: UnsafePointer<UInt32>(bitPattern: start), count: mostBytes / 4)
      // bl
      guard code.last! & 0xfc00_0000 == 0x9400_0000 else { return nil }
      var offset: UInt = 0
      for index in code.indices.dropLast().reversed() {
        let instruction = code[index]
        // add x1, x1, #offset
        if instruction & 0xffc0_03ff == 0x9100_0021 { offset = UInt(instruction >> 10 & 0xfff) }
        // adr x1, or adrp x1, by pages
        let isPage = instruction & 0x9f00_001f == 0x9000_0001
        guard isPage || instruction & 0x9f00_001f == 0x1000_0001 else { continue }
        let bits = (instruction >> 5 & 0x7ffff) << 2 | instruction >> 29 & 3
        let distance = UInt(bitPattern: Int(Int32(bitPattern: bits << 11) >> 11))
        let here = start + UInt(4 * index)
        return isPage ? (here & ~0xfff) &+ distance << 12 &+ offset : here &+ distance &+ offset
      }
      return nil
    }
  #else
    /// Returns the address of code or of a variable that is the second argument, or `nil` if the argument is another value, or if
    /// no call is before an address. The address must be that of code, which may be preceded by anything that can be read.
    package static func secondArgument(before address: UInt) -> UInt? { nil }
  #endif
}
