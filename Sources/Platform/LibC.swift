// The only file that names the system's C library. Every other module imports `Platform` and gets it from here.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
