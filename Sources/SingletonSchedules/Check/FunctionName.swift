import CSingletonSchedules
import SingletonPlatform

/// The short name of a Swift function, such as `Store.current()` or `closure 1 in current()`.
enum FunctionName {
  /// Returns the name of the function at an address, or `nil` if it is not known.
  static func at(_ address: UInt) -> String? {
    guard let name = cs_function_name(UnsafeRawPointer(bitPattern: address)) else { return nil }
    defer { free(name) }
    return short(String(cString: name))
  }

  /// Shortens a demangled name, or returns `nil` if it is that of code which the compiler has made.
  static func short(_ name: String) -> String? {
    let whole = name.components(separatedBy: " partial function for ").last!
    if whole.contains("thunk ") || whole.contains("merged ") { return nil }
    let scopes = whole.components(separatedBy: " in ").filter { !$0.hasPrefix("_") }
    guard whole.hasPrefix("closure #"), scopes.count > 1 else { return declaration(whole) }
    let number = whole.dropFirst("closure #".count).prefix { $0.isNumber }
    return "closure \(number) in \(declaration(scopes.last!))"
  }

  /// Returns a declaration without its module, its types and its effects.
  private static func declaration(_ text: String) -> String {
    let plain = text.components(separatedBy: " in Swift):").last!.components(separatedBy: "static ").last!
    let name = plain.prefix { $0 != " " && $0 != ":" && $0 != "<" }
    let path = name.drop { $0 == "(" }.prefix { $0 != "(" }
    let parts = path.split(separator: ".")
    let isFunction = name.contains("(")
    return parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".") + (isFunction ? "()" : "")
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
