import NIOSSL

extension WebServer {
  /// The names and addresses that a certificate is for, in small letters.
  public static func names(ofCertificate path: String) throws -> [String] {
    guard let first = try NIOSSLCertificate.fromPEMFile(path).first else { return [] }
    return first._subjectAlternativeNames().compactMap { name in
      switch name.nameType {
      case .dnsName: return String(decoding: name.contents, as: UTF8.self).lowercased()
      case .ipAddress where name.contents.count == 4:
        return name.contents.map { String($0) }.joined(separator: ".")
      default: return nil
      }
    }
  }
}
