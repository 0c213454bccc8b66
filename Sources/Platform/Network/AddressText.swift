/// The secret parts of the addresses in a text: the text before an `@`, values of a query under other names than those
/// known to be harmless, long random parts of a path, the part after a `#`; and keys typed without an address, as in
/// `key polygon …` or `token = "…"`.
///
/// A text is a statement, a message, an argument of the program. Quotes and comments are read as the language has them,
/// and an address of any scheme counts.
public enum AddressText {
  /// The bytes of a text that are secret, in order; none of them contains a name (`$name`) of a value.
  public static func secrets(in text: [UInt8]) -> [Range<Int>] {
    guard mayHold(text) else { return [] }
    var found: [Range<Int>] = []
    var place = 0
    var quote: UInt8?
    var isComment = false
    while place < text.count {
      let byte = text[place]
      if byte == newline {
        (quote, isComment) = (nil, false)
      } else if byte == backslash, quote != nil {
        place += 1
      } else if isComment {
        // Quotes in it are words.
      } else if let mark = quote {
        if byte == mark { quote = nil }
      } else if byte == doubleQuote || byte == singleQuote {
        quote = byte
      } else if byte == hash {
        isComment = true
      }
      if byte == colon, let start = schemeStart(text, before: place) {
        let end = end(of: text, from: place + 1, quote: quote, isFree: isComment)
        found += parts(text, start..<end)
        // The quote that ends it is seen again.
        place = max(place + 1, end)
        continue
      }
      if byte == equals, isBehindKey(text, before: place) {
        let end = end(of: text, from: place + 1, quote: quote, isFree: isComment)
        let value = text[(place + 1)..<end].prefix { $0 != ampersand && $0 != hash }
        if value.count > shortest { found += withoutNames(text, value.startIndex..<value.endIndex) }
        place = max(place + 1, value.endIndex)
        continue
      }
      if byte == at, let secret = passwordStart(text, before: place) {
        found += withoutNames(text, secret..<place)
      } else if byte == equals || byte == letterY, let key = typedKey(text, behind: place), !isComment {
        found += withoutNames(text, key)
        place = max(place + 1, key.upperBound)
        continue
      }
      place += 1
    }
    return found
  }

  /// False for a text without any sign of a secret, as most are.
  private static func mayHold(_ text: some Sequence<UInt8>) -> Bool {
    text.contains { $0 == colon || $0 == equals || $0 == letterY }
  }

  /// A text with dots in the place of its secrets.
  public static func hiding(_ text: String) -> String {
    guard mayHold(text.utf8) else { return text }
    var bytes = Array(text.utf8)
    let found = secrets(in: bytes)
    if found.isEmpty { return text }
    for range in found.reversed() { bytes.replaceSubrange(range, with: Array(Secret.mask.utf8)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Where an address begins and ends

  /// The beginning of the scheme whose colon is at an offset and is followed by `//`; nil if there is none.
  private static func schemeStart(_ text: [UInt8], before place: Int) -> Int? {
    guard place + 2 < text.count, isSlash(text, place + 1) else { return nil }
    var start = place
    while start > 0, isSchemePart(text[start - 1]) { start -= 1 }
    while start < place, !isLetter(text[start]) { start += 1 }
    return start < place ? start : nil
  }

  /// True for `//`, also with a backslash before each, as JSON may write it.
  private static func isSlash(_ text: [UInt8], _ place: Int) -> Bool {
    let rest = text[place...].prefix(4)
    return rest.starts(with: [slash, slash]) || rest.elementsEqual([backslash, slash, backslash, slash])
  }

  /// True if the name of a key, `?apikey` or `&token`, ends at a place: the address may have no scheme.
  private static func isBehindKey(_ text: [UInt8], before place: Int) -> Bool {
    var start = place
    while start > 0, isNamePart(text[start - 1]) { start -= 1 }
    return start < place && start > 0 && [question, ampersand].contains(text[start - 1])
      && AddressParts.isKey(String(decoding: text[start..<place], as: UTF8.self))
  }

  /// The beginning of the password of `user:password@host`, whose `@` is at a place; nil if there is none.
  ///
  /// The host has a point, a port or a path, as `USD:X@1d` has not.
  private static func passwordStart(_ text: [UInt8], before place: Int) -> Int? {
    let host = text[(place + 1)...].prefix { isSchemePart($0) }
    let next = host.endIndex < text.count ? text[host.endIndex] : 0x20
    guard !host.isEmpty, host.contains(UInt8(ascii: ".")) || next == slash || next == colon else { return nil }
    var start = place
    while start > 0, text[start - 1] > 0x20, ![slash, doubleQuote, singleQuote, backtick].contains(text[start - 1]) {
      start -= 1
    }
    guard let mark = text[start..<place].firstIndex(of: colon), mark > start, place - mark - 1 > shortest else {
      return nil
    }
    return mark + 1
  }

  /// The key typed after an offset: a random one after the `=` of a telling name, or a word after the `y` of `key
  /// PROVIDER`; nil if there is none.
  private static func typedKey(_ text: [UInt8], behind place: Int) -> Range<Int>? {
    if text[place] == equals {
      var start = place
      while start > 0, text[start - 1] == 0x20 { start -= 1 }
      let end = start
      while start > 0, isNamePart(text[start - 1]) { start -= 1 }
      let key = word(of: text, from: place + 1)
      // A shorter one is not a random value.
      guard start < end, key.count >= AddressParts.leastRandom else { return nil }
      let value = string(text, key)
      let isKey = AddressParts.isKey(string(text, start..<end))
      return isKey && !value.contains(":") && AddressParts.isRandom(value) ? key : nil
    }
    guard place >= 2, text[place - 2] == UInt8(ascii: "k"), text[place - 1] == UInt8(ascii: "e"),
      place == 2 || !isNamePart(text[place - 3]), place + 1 < text.count, text[place + 1] == 0x20
    else { return nil }
    let front = text[..<(place - 2)].last { $0 != 0x20 }
    let first = word(of: text, from: place + 1)
    // `load AAPL from polygon key …`.
    guard front == nil || front == newline || front == semicolon else {
      return AddressParts.isRandom(string(text, first)) ? first : nil
    }
    let second = word(of: text, from: text[first.upperBound...].firstIndex { $0 == 0x20 } ?? text.count)
    return second.count > shortest && string(text, second) != "drop" ? second : nil
  }

  /// The word after blanks, a `=` and a quote, on the same line.
  private static func word(of text: [UInt8], from start: Int) -> Range<Int> {
    var place = start
    while place < text.count, text[place] == 0x20 || text[place] == equals { place += 1 }
    if place < text.count, text[place] == doubleQuote || text[place] == singleQuote { place += 1 }
    var end = place
    while end < text.count, text[end] > 0x20, ![doubleQuote, singleQuote, semicolon, hash].contains(text[end]) {
      end += 1
    }
    return min(place, end)..<end
  }

  /// The end of an address: of the quoted text, else of the word.
  private static func end(of text: [UInt8], from start: Int, quote: UInt8?, isFree: Bool) -> Int {
    var place = start
    while place < text.count {
      let byte = text[place]
      if byte <= 0x20 || byte == backtick { break }
      if let quote {
        if byte == quote {
          // `?token="…"` in quotes of its own kind.
          guard text[place - 1] == equals, place + 1 < text.count, isNamePart(text[place + 1]) else { break }
          let inner = text[(place + 1)...].prefix { $0 > 0x20 && $0 != quote }
          place = inner.endIndex + (inner.endIndex < text.count && text[inner.endIndex] == quote ? 1 : 0)
          continue
        }
        if byte == backslash, place + 1 < text.count, text[place + 1] > 0x20 { place += 1 }
      } else if byte == doubleQuote {
        break
      } else if !isFree, wordEnds.contains(byte), !isInside(text, place, start) {
        break
      }
      place += 1
    }
    // A sentence continues after an address.
    if isFree || quote == nil {
      while place > start, sentenceMarks.contains(text[place - 1]) { place -= 1 }
    }
    return min(place, text.count)
  }

  /// True for a mark that ends a word and is part of an address: the brackets of a number of six, and a `;` before
  /// `name=value`.
  private static func isInside(_ text: [UInt8], _ place: Int, _ start: Int) -> Bool {
    let front = text[start..<place]
    if [openBracket, closeBracket].contains(text[place]) { return !front.dropFirst(2).contains(slash) }
    guard text[place] == semicolon else { return false }
    let name = text[(place + 1)...].prefix { isNamePart($0) }
    return !name.isEmpty && name.endIndex < text.count && text[name.endIndex] == equals
  }

  // MARK: The parts of an address

  private static func parts(_ text: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    func take(_ part: Range<Int>) {
      found += withoutNames(text, part)
    }
    guard let mark = text[range].firstIndex(of: colon) else { return [] }
    var place = mark + 1
    while place < range.upperBound, text[place] == slash || text[place] == backslash { place += 1 }
    let scheme = String(decoding: text[range.lowerBound..<mark], as: UTF8.self).lowercased()
    let authorityEnd =
      text[place..<range.upperBound].firstIndex { [slash, question, hash, backslash].contains($0) } ?? range.upperBound
    if let at = text[place..<authorityEnd].lastIndex(of: at) { take(place..<at) }
    place = authorityEnd
    let fragment = text[place..<range.upperBound].firstIndex(of: hash) ?? range.upperBound
    let query = text[place..<fragment].firstIndex(of: question) ?? fragment
    if scheme != "file" {
      var isBehindKey = false
      for part in split(text, place..<query, at: [slash, backslash]) {
        let pieces = split(text, part, at: [semicolon])
        for (index, piece) in pieces.enumerated() {
          if index == 0, isBehindKey || AddressParts.isSecret(path: string(text, piece)) {
            take(AddressParts.stem(of: text, piece))
          } else {
            item(text, piece, isPath: true, take)
          }
        }
        isBehindKey = AddressParts.announcesKey(string(text, part))
      }
    }
    if query < fragment {
      for part in split(text, (query + 1)..<fragment, at: [ampersand, semicolon]) {
        item(text, part, isPath: false, take)
      }
    }
    if fragment < range.upperBound, range.upperBound - fragment - 1 > shortest {
      take((fragment + 1)..<range.upperBound)
    }
    return found
  }

  /// Takes the value of `name=value`, or a name alone that is one.
  private static func item(_ text: [UInt8], _ part: Range<Int>, isPath: Bool, _ take: (Range<Int>) -> Void) {
    guard let sign = text[part].firstIndex(of: equals) else {
      if !isPath, part.count > shortest, !AddressParts.isHarmless(word: string(text, part)) { take(part) }
      return
    }
    let (name, value) = (string(text, part.lowerBound..<sign), (sign + 1)..<part.upperBound)
    if AddressParts.isSecret(path: name) { take(part.lowerBound..<sign) }
    let isSecret =
      isPath ? AddressParts.isKey(name) : AddressParts.isSecret(value: string(text, value), of: name)
    if isSecret, value.count > shortest || AddressParts.isKey(name), !value.isEmpty { take(value) }
  }

  /// The parts of a range without `$name` and `${name}`, which are replaced by values, and without dots that hide a
  /// secret.
  private static func withoutNames(_ text: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, place) = (range.lowerBound, range.lowerBound)
    while place < range.upperBound {
      if text[place] == backslash {
        place += 2
        continue
      }
      guard text[place] == dollar, place + 1 < range.upperBound,
        isLetter(text[place + 1]) || text[place + 1] == openBrace
      else {
        place += 1
        continue
      }
      if start < place { parts.append(start..<place) }
      place += 1
      while place < range.upperBound, isNamePart(text[place]) || text[place] == openBrace { place += 1 }
      if place < range.upperBound, text[place] == closeBrace { place += 1 }
      start = place
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    // Dots with their number are a secret hidden before.
    return parts.filter { !Secret.isMask(text[$0]) }
  }

  private static func split(_ text: [UInt8], _ range: Range<Int>, at marks: [UInt8]) -> [Range<Int>] {
    text[range].split { marks.contains($0) }.map { $0.startIndex..<$0.endIndex }
  }

  private static func string(_ text: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  // MARK: Characters

  /// The longest value that is never a key.
  private static let shortest = 3
  private static let colon = UInt8(ascii: ":")
  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
  private static let equals = UInt8(ascii: "=")
  private static let question = UInt8(ascii: "?")
  private static let ampersand = UInt8(ascii: "&")
  private static let semicolon = UInt8(ascii: ";")
  private static let hash = UInt8(ascii: "#")
  /// The end of `key`.
  private static let letterY = UInt8(ascii: "y")
  private static let at = UInt8(ascii: "@")
  private static let dollar = UInt8(ascii: "$")
  private static let openBracket = UInt8(ascii: "[")
  private static let closeBracket = UInt8(ascii: "]")
  private static let openBrace = UInt8(ascii: "{")
  private static let closeBrace = UInt8(ascii: "}")
  private static let doubleQuote = UInt8(ascii: "\"")
  private static let singleQuote = UInt8(ascii: "'")
  private static let backtick = UInt8(ascii: "`")
  private static let newline = UInt8(ascii: "\n")
  /// The characters that end a bare word of the language.
  private static let wordEnds: [UInt8] = Array(",;(){}[]'".utf8)
  private static let sentenceMarks: [UInt8] = Array(".,:;)!".utf8)

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
  private static func isNamePart(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
  private static func isSchemePart(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || Array("+-.".utf8).contains(byte)
  }
}
