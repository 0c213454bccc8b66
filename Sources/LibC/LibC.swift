/// The C library of the platform, under one name.
///
/// A file that needs `log`, `fopen` or `getenv` writes `import LibC`, its target lists `LibC`, and no other file
/// asks which system it is compiled for. The module has no code of its own, so a program that imports it starts no
/// later. Re-exporting is its purpose; no other target does it.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif
