// What this module does not declare itself is the toolchain's own, such as the memory orderings and `DispatchTime`. Its own
// declarations take precedence over those that it passes on, if they have the same signature.

@_exported public import Dispatch
@_exported public import Synchronization
