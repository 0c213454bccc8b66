import Calendar
import LibC
import MarketData

/// The usual size of the numbers of packed filings.
private struct FilingModels {
  var filer = RiceModel()
  var sequence = RiceModel()
  var filed = RiceModel()
  var count = RiceModel()
  var end = RiceModel()
  var length = RiceModel()
  var lag = RiceModel()
  var digits = RiceModel()
}

/// The scales that values of accounts have: a value is a whole number times or through one of them.
private enum ValueScale {
  static let all: [(factor: Double, divides: Bool)] = [
    (1e6, false), (1e5, false), (1e3, false), (1, false), (100, true), (1e4, true),
  ]

  static func value(_ digits: Int64, _ scale: Int) -> Double {
    all[scale].divides ? Double(digits) / all[scale].factor : Double(digits) * all[scale].factor
  }

  /// The coarsest scale in which a value is a whole number; nil if there is none.
  static func digits(of value: Double) -> (digits: Int64, scale: Int)? {
    for scale in all.indices {
      let scaled = (all[scale].divides ? value * all[scale].factor : value / all[scale].factor).rounded()
      guard abs(scaled) < 1e15, self.value(Int64(scaled), scale) == value else { continue }
      return (Int64(scaled), scale)
    }
    return nil
  }
}

/// The usual lengths of periods in days; a balance has none.
private let usualLengths: [Int32] = [90, 181, 272, 363]

/// Writes filings and facts as bits.
struct PackedFilingWriter {
  private var writer = BitWriter()
  private var models = FilingModels()
  private var filers: [String] = []
  private var filedBefore = CivilDate(daysSince1970: 0)
  private var scaleBefore = 0

  mutating func finish() -> [UInt8] { writer.finish() }

  /// Writes a filing; throws `not-packable` for an accession number of another shape.
  mutating func write(_ filing: FactLedger.Filing, forms: [String], file: String) throws(MarketDataError) {
    let parts = filing.accession.split(separator: "-").map(String.init)
    guard parts.map(\.utf8.count) == [10, 2, 6], parts.joined().utf8.allSatisfy({ (48...57).contains($0) }),
      let filer = UInt64(parts[0]), let year = UInt64(parts[1]), let sequence = UInt64(parts[2]),
      let form = forms.firstIndex(of: filing.form), forms.count <= 32, filing.filed >= filedBefore
    else {
      throw MarketDataError(
        .notPackable, file: file, message: "the accession number `\(filing.accession)` cannot be packed")
    }
    let place = filers.firstIndex(of: parts[0]) ?? filers.count
    writer.write(UInt64(place), by: &models.filer)
    if place == filers.count {
      filers.append(parts[0])
      writer.write(filer, bits: 34)
    }
    writer.write(year, bits: 7)
    writer.write(sequence, by: &models.sequence)
    writer.write(UInt64(form), bits: 5)
    writer.write(UInt64(filing.filed.daysSince1970 - filedBefore.daysSince1970), by: &models.filed)
    filedBefore = filing.filed
  }

  mutating func write(_ facts: [FactLedger.Fact], filings: [FactLedger.Filing]) {
    writer.write(UInt64(facts.count), by: &models.count)
    var before: Int32 = 0
    for fact in facts {
      writer.write(UInt64(max(0, fact.end - before)), by: &models.end)
      before = fact.end
      if fact.start == FactLedger.noStart {
        writer.write(0, bits: 3)
      } else {
        let length = fact.end - fact.start
        let usual = usualLengths.indices.min { abs(usualLengths[$0] - length) < abs(usualLengths[$1] - length) } ?? 0
        writer.write(UInt64(usual + 1), bits: 3)
        writer.writeSigned(Int64(length - usualLengths[usual]), by: &models.length)
      }
      let first = PackedFilingReader.firstFiling(after: fact.end, filings)
      writer.writeSigned(Int64(fact.filing) - Int64(first), by: &models.lag)
      write(fact.value)
    }
  }

  private mutating func write(_ value: Double) {
    guard let (digits, scale) = ValueScale.digits(of: value) else {
      writer.write(1, bits: 1)
      writer.write(7, bits: 3)
      writer.write(value.bitPattern, bits: 64)
      return
    }
    if scale == scaleBefore {
      writer.write(0, bits: 1)
    } else {
      writer.write(1, bits: 1)
      writer.write(UInt64(scale), bits: 3)
      scaleBefore = scale
    }
    let length = Int64.bitWidth - digits.magnitude.leadingZeroBitCount
    writer.write(UInt64(length), by: &models.digits)
    writer.write(digits < 0 ? 1 : 0, bits: 1)
    if length > 1 { writer.write(digits.magnitude & (1 << UInt64(length - 1) - 1), bits: length - 1) }
  }
}

/// Reads the output of `PackedFilingWriter`; nil wherever the bits cannot be valid.
struct PackedFilingReader {
  private var reader: BitReader
  private var models = FilingModels()
  private var filers: [String] = []
  private var filedBefore = 0
  private var scaleBefore = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { reader = BitReader(bytes) }

  /// The number of the first filing after a day, near which a balance of that day is stated.
  static func firstFiling(after day: Int32, _ filings: [FactLedger.Filing]) -> Int {
    var (low, high) = (0, filings.count)
    while low < high {
      let middle = (low + high) / 2
      if filings[middle].filed.daysSince1970 <= Int(day) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func filing(forms: [String]) -> FactLedger.Filing? {
    let place = reader.read(by: &models.filer)
    guard place <= UInt64(filers.count) else { return nil }
    if place == UInt64(filers.count) { filers.append(Self.padded(reader.read(bits: 34), 10)) }
    let year = reader.read(bits: 7)
    let sequence = reader.read(by: &models.sequence)
    let form = Int(reader.read(bits: 5))
    let step = reader.read(by: &models.filed)
    guard forms.indices.contains(form), step < 100_000, sequence < 1_000_000, !reader.isExhausted else { return nil }
    filedBefore += Int(step)
    guard filedBefore < 1_000_000 else { return nil }
    return FactLedger.Filing(
      accession: "\(filers[Int(place)])-\(Self.padded(year, 2))-\(Self.padded(sequence, 6))", form: forms[form],
      filed: CivilDate(daysSince1970: filedBefore))
  }

  mutating func facts(filings: [FactLedger.Filing]) -> [FactLedger.Fact]? {
    let count = reader.read(by: &models.count)
    guard count < 1_000_000 else { return nil }
    var facts: [FactLedger.Fact] = []
    var before: Int32 = 0
    for _ in 0..<count {
      let step = reader.read(by: &models.end)
      let kind = Int(reader.read(bits: 3))
      guard step < 100_000, kind <= usualLengths.count, before < 1_000_000 else { return nil }
      before += Int32(step)
      var start = FactLedger.noStart
      if kind > 0 {
        let change = reader.readSigned(by: &models.length)
        guard change.magnitude < 1000 else { return nil }
        start = before - usualLengths[kind - 1] - Int32(change)
      }
      let lag = reader.readSigned(by: &models.lag)
      guard lag.magnitude < 1_000_000 else { return nil }
      let filing = Self.firstFiling(after: before, filings) + Int(lag)
      guard filings.indices.contains(filing), let value = value(), !reader.isExhausted else { return nil }
      facts.append(FactLedger.Fact(start: start, end: before, filing: Int32(filing), value: value))
    }
    return facts
  }

  private mutating func value() -> Double? {
    if reader.read(bits: 1) == 1 {
      let scale = Int(reader.read(bits: 3))
      if scale == 7 {
        let value = Double(bitPattern: reader.read(bits: 64))
        return value.isFinite ? value : nil
      }
      guard ValueScale.all.indices.contains(scale) else { return nil }
      scaleBefore = scale
    }
    let length = reader.read(by: &models.digits)
    let isNegative = reader.read(bits: 1) == 1
    guard length <= 50 else { return nil }
    guard length > 0 else { return 0 }
    let rest = reader.read(bits: Int(length) - 1)
    let digits = Int64(1 << (length - 1) | rest)
    return ValueScale.value(isNegative ? -digits : digits, scaleBefore)
  }

  private static func padded(_ number: UInt64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
