import LibC
import Synchronization

#if canImport(CommonCrypto)
  import CommonCrypto
#endif

/// Hashes of secrets, made slow where the secret may be guessed.
///
/// On Linux they are those of libcrypt, which is opened when the first is needed: yescrypt for passwords, SHA-256 for
/// tokens, which are random. Elsewhere both are PBKDF2.
enum Crypt {
  /// How a secret is hashed.
  enum Method: Sendable {
    /// One that a user chose.
    case password
    /// One of 256 random bits.
    case token
  }

  /// The hash of a secret, with its method and a random salt; nil if the system has no libcrypt.
  static func hash(_ secret: String, _ method: Method) -> String? {
    #if canImport(CommonCrypto)
      return derived(secret, salt: RandomText.make(bytes: 16), rounds: method == .password ? 600_000 : 1)
    #else
      guard let library = Library.shared else { return nil }
      return library.settings(method).flatMap { library.hash(secret, $0) }
    #endif
  }

  /// True if a hash is that of a secret; takes as long for every secret.
  static func matches(_ secret: String, _ hash: String) -> Bool {
    #if canImport(CommonCrypto)
      let parts = hash.split(separator: "$")
      guard parts.count == 4, let rounds = UInt32(parts[1]) else { return false }
      return isSame(derived(secret, salt: String(parts[2]), rounds: rounds) ?? "", hash)
    #else
      guard let made = Library.shared?.hash(secret, hash) else { return false }
      return isSame(made, hash)
    #endif
  }

  /// True if two texts are the same; the time does not tell where they differ.
  static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

#if canImport(CommonCrypto)
  extension Crypt {
    private static func derived(_ secret: String, salt: String, rounds: UInt32) -> String? {
      var key = [UInt8](repeating: 0, count: 32)
      let salted = Array(salt.utf8)
      let status = CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), secret, secret.utf8.count, salted, salted.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds, &key, key.count)
      return status == kCCSuccess ? "$pbkdf2$\(rounds)$\(salt)$\(RandomText.text(of: key))" : nil
    }
  }
#else
  /// The functions of libcrypt.
  private struct Library: @unchecked Sendable {
    private typealias MakeSettings =
      @convention(c) (
        UnsafePointer<CChar>?, UInt, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<CChar>?, Int32
      ) -> UnsafeMutablePointer<CChar>?
    private typealias MakeHash =
      @convention(c) (
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?, Int32
      ) -> UnsafeMutablePointer<CChar>?

    private let makeSettings: MakeSettings
    private let makeHash: MakeHash

    static let shared: Library? = {
      guard let handle = dlopen("libcrypt.so.1", RTLD_NOW) ?? dlopen("libcrypt.so.2", RTLD_NOW),
        let settings = dlsym(handle, "crypt_gensalt_rn"), let hash = dlsym(handle, "crypt_rn")
      else { return nil }
      return Library(
        makeSettings: unsafeBitCast(settings, to: MakeSettings.self), makeHash: unsafeBitCast(hash, to: MakeHash.self))
    }()

    /// The method with a salt that the system's random numbers make.
    func settings(_ method: Crypt.Method) -> String? {
      var text = [CChar](repeating: 0, count: 192)
      let (prefix, cost): (String, UInt) = method == .password ? ("$y$", 0) : ("$5$", 1000)
      return makeSettings(prefix, cost, nil, 0, &text, Int32(text.count)).map { String(cString: $0) }
    }

    func hash(_ secret: String, _ settings: String) -> String? {
      // The size of `struct crypt_data`.
      let size = 32768
      let data = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      defer {
        memset(data, 0, size)
        data.deallocate()
      }
      memset(data, 0, size)
      return makeHash(secret, settings, data, Int32(size)).map { String(cString: $0) }
    }
  }
#endif

/// Random texts of letters, digits, `-` and `_`.
enum RandomText {
  /// A text of random bytes.
  static func make(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return text(of: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// A random UUID.
  static func uuid() -> String {
    var generator = SystemRandomNumberGenerator()
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }

  /// Bytes in base 64 for addresses, without padding.
  static func text(of bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    var (pending, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[Int(pending >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(letters[Int(pending << UInt32(6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
