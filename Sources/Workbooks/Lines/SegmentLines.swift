import FileFormats
import Valuation

/// Segments as lines: revenue and operating income of each, and the company's growth and margin that follow.
enum SegmentLines {
  /// The properties of a segment that determine its formulas.
  struct Shape: Equatable {
    let name: String
    var hasOwnGrowth: Bool
    var hasOwnMargin: Bool

    init(_ segment: SegmentForecast, _ own: Assumptions?) {
      name = segment.name
      hasOwnGrowth = own?[.growth] != nil
      hasOwnMargin = own?[.margin] != nil
    }
  }

  /// Writes the lines; the result is the inputs of the company that they add up to.
  static func write(_ segments: [Shape], _ inputs: ModelInputs, into sheet: inout LineSheet) -> ModelInputs {
    var revenues: [Line] = []
    var incomes: [Line] = []
    for segment in segments {
      var own = inputs
      own.block = inputs.block.view(of: segment.name)
      // A shift of the company's assumption also moves the segments that have none of their own.
      if segment.hasOwnGrowth { own.replaced[.growth] = nil }
      if segment.hasOwnMargin { own.replaced[.margin] = nil }
      sheet.row += 1
      sheet.years(segment.name, hasAfter: false)
      let revenue = sheet.line()
      let growth = sheet.line(after: 1)
      sheet.line("revenue", .grouped, base: own.number(.revenue)) { revenue($0 - 1) * (1 + growth($0)) }
      sheet.line("growth", .percent) { own.year(.growth, $0) }
      let margin = sheet.line("operating margin", .percent) { own.year(.margin, $0) }
      incomes.append(sheet.line("operating income", .grouped) { margin($0) * revenue($0) })
      revenues.append(revenue)
    }
    sheet.row += 1
    sheet.years("All segments", hasAfter: false)
    let total = { (lines: [Line], year: Int) -> Formula in lines.dropFirst().reduce(lines[0](year)) { $0 + $1(year) } }
    let revenue = sheet.line("revenue", .grouped, base: total(revenues, 0)) { total(revenues, $0) }
    let growth = sheet.line("growth", .percent) { revenue($0) / revenue($0 - 1) - 1 }
    let margin = sheet.line("operating margin", .percent) { total(incomes, $0) / revenue($0) }
    var all = inputs
    all.computed[.revenue] = { revenue($0) }
    all.computed[.growth] = { growth($0) }
    all.computed[.margin] = { margin($0) }
    return all
  }
}
