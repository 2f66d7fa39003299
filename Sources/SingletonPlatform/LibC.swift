// The only imports of the system's C library, which every other module gets by importing `SingletonPlatform`.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
