import Language
import Text

/// A number or a word of a setting that is made of several.
package enum SettingTerm: Sendable, Hashable {
  case number(Double, isRate: Bool)
  case word(String)

  /// The terms of a text as settings are written, with spaces between.
  package static func terms(of text: String) -> [SettingTerm] {
    text.split(separator: " ").map { part in
      guard let first = part.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
        return .word(String(part))
      }
      let isRate = part.hasSuffix("%")
      let digits = isRate ? String(part.dropLast()) : String(part)
      return .number(NumberLiteral(digits: digits, suffix: isRate ? .percent : .none).value, isRate: isRate)
    }
  }
}

/// Reads terms one after the other.
struct SettingTerms {
  private var terms: ArraySlice<SettingTerm>

  init(_ terms: [SettingTerm]) { self.terms = terms[...] }

  var isAtEnd: Bool { terms.isEmpty }

  /// Takes the next term if it is one of these words.
  mutating func take(_ words: String...) -> Bool {
    guard case .word(let word)? = terms.first, words.contains(word) else { return false }
    terms.removeFirst()
    return true
  }

  /// Takes the next term if it is a word.
  mutating func word() -> String? {
    guard case .word(let word)? = terms.first else { return nil }
    terms.removeFirst()
    return word
  }

  /// Takes the next term if it is a finite number.
  mutating func number() -> (value: Double, isRate: Bool)? {
    guard case .number(let value, let isRate)? = terms.first, value.isFinite else { return nil }
    terms.removeFirst()
    return (value, isRate)
  }

  /// Takes the next term if it is a number that is not a rate.
  mutating func amount() -> Double? {
    guard case .number(let value, isRate: false)? = terms.first, value.isFinite else { return nil }
    terms.removeFirst()
    return value
  }
}
