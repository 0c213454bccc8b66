import LibC

/// The program of the machine that makes pixels of an SVG drawing.
public struct Rasterizer: Sendable {
  /// The answer to a drawing.
  public enum Answer: Sendable, Hashable {
    /// The bytes of a PNG file.
    case image([UInt8])
    /// The program is not on this machine, or may not be run.
    case absent
    /// The program did not take the drawing.
    case failed
  }

  /// The PNG of a drawing.
  public var png: @Sendable (_ svg: String) -> Answer

  /// Makes a rasterizer.
  public init(png: @escaping @Sendable (_ svg: String) -> Answer) { self.png = png }

  /// The rasterizer of a machine without the program.
  public static let absent = Rasterizer { _ in .absent }

  /// `rsvg-convert` of the machine; each pixel of the drawing becomes two by two, for sharp screens.
  public static let librsvg = Rasterizer { svg in
    guard OutsideProgram.run("command -v rsvg-convert >/dev/null 2>&1", input: "") == 0 else { return .absent }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/tas-XXXXXX.png".utf8CString)
    let descriptor = mkstemps(&path, 4)
    guard descriptor >= 0 else { return .failed }
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    close(descriptor)
    defer { unlink(name) }
    let quoted = "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    guard OutsideProgram.run("rsvg-convert -z 2 -f png -o \(quoted) 2>/dev/null", input: svg) == 0,
      let bytes = try? DiskFiles().read(name), !bytes.isEmpty
    else { return .failed }
    return .image(bytes)
  }
}
