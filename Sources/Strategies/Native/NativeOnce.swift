import Synchronization

// In CPlatform/Once.c, which says why: the closures arrive there as Swift passes them, without an allocation.
@_silgen_name("cp_dispatch_once")
private func dispatchOnce(_ token: UnsafeMutablePointer<Int>, _ body: () -> Void)
@_silgen_name("cp_pthread_once")
private func pthreadOnce(_ token: UnsafeMutableRawPointer, _ body: () -> Void)

/// A real libdispatch once token, with the test that libdispatch's own header inlines before the call.
package struct NativeOnceToken: OneTimeToken {
  let token: UnsafeMutablePointer<Int>

  /// What libdispatch leaves in a token that has run: all ones.
  private static let done = ~0

  @inline(__always)
  package func run(at site: Site, _ body: () -> Void) {
    let state = UnsafeMutableRawPointer(token).assumingMemoryBound(to: Atomic<Int>.self)
    if state.pointee.load(ordering: .acquiring) == Self.done { return }
    dispatchOnce(token, body)
  }
}

package struct NativePthreadOnce: OneTimeToken {
  let token: UnsafeMutableRawPointer

  @inline(__always)
  package func run(at site: Site, _ body: () -> Void) { pthreadOnce(token, body) }
}

// Addresses of tokens that outlive every thread of their row.
extension NativeOnceToken: @unchecked Sendable {}
extension NativePthreadOnce: @unchecked Sendable {}
