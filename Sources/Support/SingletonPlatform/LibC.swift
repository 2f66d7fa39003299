// The only imports of the system's C library. Every other module gets it by importing `SingletonPlatform`.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
