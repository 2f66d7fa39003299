import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// A file that receives one text at the end. It is checked before that, and replaced as a whole or, if its role says
/// so, appended to.
package final class ResultFile {
  private let path: String
  private let role: OutputRole
  private let target: OutputTarget

  package var isStream: Bool { target.isStream }

  /// - Parameter force: Whether it may replace a file of another kind.
  package init(path: String, _ role: OutputRole, force: Bool) throws(OutputError) {
    self.path = path
    self.role = role
    target = try role.target(path, force: force)
  }

  package func write(_ text: String) throws(OutputError) {
    do {
      try role.isAppended ? target.append(text) : target.write(text)
    } catch {
      throw .after(path, role, error, keptAt: nil)
    }
  }
}
