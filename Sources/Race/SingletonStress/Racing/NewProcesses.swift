import SingletonPlatform

/// Races an accessor in processes that are not copies of this one. Only SingletonStressTesting can start such processes, so
/// its type is found by its name.
package protocol NewProcesses {
  /// Returns `nil` if one thread alone does not get the same instance twice there, as where the accessor needs a preparation.
  static func race(
    _ accessor: AccessorName, named name: String, _ settings: StressSettings
  ) async throws -> StressResult?
}

/// The linker's name of an accessor that captures nothing, by which another process of this program finds it.
package struct AccessorName: Codable, Sendable {
  /// A closure as the runtime represents it.
  private struct Closure { let code, context: UInt }
  private struct Accessor<Instance: AnyObject> { let ask: @Sendable () throws -> Instance? }

  private let symbol: String

  init?<Instance: AnyObject>(_ access: @escaping @Sendable () throws -> Instance?) {
    let closure = unsafeBitCast(Accessor(ask: access), to: Closure.self)
    guard closure.context == 0, let symbol = FunctionName.symbol(at: closure.code) else { return nil }
    self.symbol = symbol
    guard code == closure.code else { return nil }
  }

  private var code: UInt? { FunctionName.code(of: symbol, near: UInt(bitPattern: #dsohandle))?.lowerBound }

  /// The accessor in this process.
  package var access: (@Sendable () throws -> AnyObject?)? {
    code.map { unsafeBitCast(Closure(code: $0, context: 0), to: Accessor<AnyObject>.self).ask }
  }
}

/// Races an accessor in new processes, if this one had asked for the instance. Otherwise returns the result as it is.
@usableFromInline
func inNewProcesses<Instance: AnyObject>(
  _ result: StressResult, _ access: @escaping @Sendable () throws -> Instance?
) async throws -> StressResult {
  guard result.unfreshTrials > 0, result.weakness != nil, let accessor = AccessorName(access),
    let processes = _typeByName("22SingletonStressTesting9ExitTestsO") as? any NewProcesses.Type
  else { return result }
  return try await processes.race(accessor, named: result.name, result.settings) ?? result
}
