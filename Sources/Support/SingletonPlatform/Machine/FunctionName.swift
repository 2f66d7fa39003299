import CSingletonPlatform

/// The short name of a Swift function, such as `Store.current()` or `closure 1 in current()`.
package enum FunctionName {
  /// Returns the short name of the function at an address, or `nil` if it is not known.
  package static func at(_ address: UInt) -> String? { whole(at: address).flatMap(short) }

  /// Returns the demangled name of the function at an address, or `nil` if it is not known.
  package static func whole(at address: UInt) -> String? {
    guard let name = cp_function_name(UnsafeRawPointer(bitPattern: address)) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  /// Returns the linker's name of the only function that begins at an address, without the number by which the compiler tells
  /// several of one name apart, or `nil` if it is not known.
  package static func symbol(at address: UInt) -> String? {
    guard let name = cp_function_symbol(UnsafeRawPointer(bitPattern: address)) else { return nil }
    defer { free(name) }
    let whole = String(cString: name)
    let number = whole.reversed().prefix(while: \.isNumber).count
    let rest = whole.dropLast(number)
    return number > 0 && rest.last == "." ? String(rest.dropLast()) : whole
  }

  /// Returns the addresses of the only function that the linker knows by a name, in the program or library of another function,
  /// or `nil` if it is not known.
  package static func code(of symbol: String, near address: UInt) -> Range<UInt>? {
    var size = 0
    let found = cp_function_with_symbol(symbol, UnsafeRawPointer(bitPattern: address), &size)
    return found.map { UInt(bitPattern: $0)..<UInt(bitPattern: $0) + UInt(max(size, 1)) }
  }

  /// Whether an address is in the program or a library, and not in memory that was allocated.
  package static func isInFile(_ address: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: address).map(cp_is_static) ?? false
  }

  /// Returns the file's name and the line of the code at an address, such as `Cache.swift:12`, or `nil` if it is not known.
  package static func place(at address: UInt) -> String? {
    var path = [CChar](repeating: 0, count: 1 << 12)
    let line = cp_source_line(UnsafeRawPointer(bitPattern: address), &path, path.count, nil)
    let name = path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)).split(separator: UInt8(ascii: "/")).last
    return line > 0 ? name.map { String(decoding: $0, as: UTF8.self) + ":\(line)" } : nil
  }

  /// Shortens a demangled name, or returns `nil` if it is that of code which the compiler has made.
  package static func short(_ name: String) -> String? {
    let plain = withoutFileMarks(withoutGenerics(name)).parts(separatedBy: " specialization  of ").last!
    let named = [" partial function for ", "partial apply forwarder for "].reduce(plain) {
      $0.parts(separatedBy: $1).last!
    }
    let whole = named.hasPrefix("implicit closure ") ? String(named.dropFirst("implicit ".count)) : named
    if whole.contains("thunk ") || whole.contains("merged ") { return nil }
    let scopes = whole.parts(separatedBy: " in ")
    guard whole.hasPrefix("closure #"), scopes.count > 1 else { return declaration(whole) }
    let number = whole.dropFirst("closure #".count).prefix { $0.isNumber }
    return "closure \(number) in \(declaration(scopes.last!))"
  }

  /// Returns the module of a closure by its demangled name, or `nil` if that is of no closure, or has no module.
  package static func module(ofClosure name: String) -> String? {
    let plain = withoutFileMarks(withoutGenerics(name))
    guard plain.contains("closure #"), let scope = plain.parts(separatedBy: " in ").last else { return nil }
    let module = scope.parts(separatedBy: ".")[0].split(separator: " ").last
    return module.flatMap { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String($0) : nil }
  }

  /// Returns a name without what is in angle brackets. That of an arrow is none.
  private static func withoutGenerics(_ name: String) -> String {
    var (depth, last): (Int, Character) = (0, " ")
    return String(
      name.filter { character in
        if character == "<" { depth += 1 }
        defer {
          if character == ">" && last != "-" && depth > 0 { depth -= 1 }
          last = character
        }
        return depth == 0
      })
  }

  /// Returns a name without the marks of files that private names have: `(current in _8F39)`.
  package static func withoutFileMarks(_ name: String) -> String {
    let parts = name.parts(separatedBy: " in _")
    return parts.dropFirst().reduce(parts[0]) { text, rest in
      let opening = text.lastIndex(of: "(").map { text[..<$0] + text[text.index(after: $0)...] } ?? text[...]
      return String(opening) + rest.drop(while: \.isHexDigit).dropFirst()
    }
  }

  /// Returns a declaration without its module, its types and its effects.
  private static func declaration(_ text: String) -> String {
    let plain = [" in Swift):", "static ", "variable initialization expression of "].reduce(text) {
      $0.parts(separatedBy: $1).last!
    }
    let name = plain.prefix { $0 != " " && $0 != ":" }
    let path = name.drop { $0 == "(" }.prefix { $0 != "(" }
    let parts = path.split(separator: ".")
    return parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".") + (name.contains("(") ? "()" : "")
  }
}

extension String {
  fileprivate func parts(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
