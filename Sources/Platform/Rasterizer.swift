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

  /// The Sixel text of a PNG, some pixels wide; nil if there is no program that makes it.
  public var sixel: @Sendable (_ png: [UInt8], _ width: Int) -> String?

  /// Makes a rasterizer.
  public init(
    png: @escaping @Sendable (_ svg: String) -> Answer,
    sixel: @escaping @Sendable (_ png: [UInt8], _ width: Int) -> String? = { _, _ in nil }
  ) {
    self.png = png
    self.sixel = sixel
  }

  /// True if the program that makes Sixel is on this machine.
  public static var hasSixel: Bool { OutsideProgram.run("command -v img2sixel >/dev/null 2>&1", input: "") == 0 }
  /// True if the program that makes pixels is on this machine.
  public static var hasPixels: Bool { OutsideProgram.run("command -v rsvg-convert >/dev/null 2>&1", input: "") == 0 }

  /// The rasterizer of a machine without the program.
  public static let absent = Rasterizer { _ in .absent }

  /// `rsvg-convert` of the machine; each pixel of the drawing becomes two by two, for sharp screens.
  public static let librsvg = Rasterizer(png: pixels, sixel: sixels)

  @Sendable private static func sixels(of png: [UInt8], width: Int) -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/.tas-\(getpid())-XXXXXX.tmp.png".utf8CString)
    let descriptor = mkstemps(&path, 8)
    guard descriptor >= 0 else { return nil }
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    close(descriptor)
    let result = name + ".six"
    defer {
      unlink(name)
      unlink(result)
    }
    do { try DiskFiles().write(png, to: name) } catch { return nil }
    func quoted(_ text: String) -> String {
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
    let line = "img2sixel -w \(width) -o \(quoted(result)) \(quoted(name)) 2>/dev/null"
    guard OutsideProgram.run(line, input: "") == 0, let bytes = try? DiskFiles().read(result), !bytes.isEmpty else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Sendable private static func pixels(of svg: String) -> Answer {
    guard OutsideProgram.run("command -v rsvg-convert >/dev/null 2>&1", input: "") == 0 else { return .absent }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/.tas-\(getpid())-XXXXXX.tmp.png".utf8CString)
    let descriptor = mkstemps(&path, 8)
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
