/// The colours and widths of pictures, for a light and a dark background.
///
/// No meaning rests on red against green: gains are blue and losses orange, which all readers can distinguish, and
/// rising candles are hollow while falling ones are filled.
package enum PictureStyle {
  /// A property of a class with its value on a light background and on a dark one.
  private struct Rule {
    var selector: String
    var property: String
    var light: String
    var dark: String
  }

  /// The colours of series in their order: those of Okabe and Ito, darker on a light background.
  static let series: [(light: String, dark: String)] = [
    ("#0b63a5", "#6cb4ee"), ("#c2571a", "#f2a65a"), ("#8a3d8f", "#d79bdc"), ("#0f7b6c", "#5fd0bd"),
    ("#8c6d00", "#e5c454"), ("#4a5563", "#b4bfca"),
  ]

  private static let rules: [Rule] = {
    let gain = series[0]
    let loss = series[1]
    var rules = [
      Rule(selector: ".paper", property: "fill", light: "#ffffff", dark: "#14171b"),
      Rule(selector: "text", property: "fill", light: "#1b1f24", dark: "#e3e7ec"),
      Rule(selector: ".dim", property: "fill", light: "#5f6873", dark: "#98a2ae"),
      Rule(selector: ".grid", property: "stroke", light: "#e4e8ec", dark: "#2a3038"),
      Rule(selector: ".axis,.break", property: "stroke", light: "#8b95a1", dark: "#6b7683"),
      Rule(selector: ".guide,.level", property: "stroke", light: "#5f6873", dark: "#98a2ae"),
      Rule(selector: ".zone", property: "fill", light: "#5f6873", dark: "#98a2ae"),
      Rule(selector: ".up", property: "stroke", light: gain.light, dark: gain.dark),
      Rule(selector: ".down", property: "stroke", light: loss.light, dark: loss.dark),
      // Trades are black on white, a colour that no series has; a sale is hollow.
      Rule(selector: ".buy,.sell", property: "stroke", light: "#1b1f24", dark: "#e3e7ec"),
      Rule(selector: ".buy", property: "fill", light: "#1b1f24", dark: "#e3e7ec"),
      Rule(selector: ".up,.sell", property: "fill", light: "#ffffff", dark: "#14171b"),
      Rule(selector: ".down,.loss", property: "fill", light: loss.light, dark: loss.dark),
      Rule(selector: ".gain", property: "fill", light: gain.light, dark: gain.dark),
      Rule(selector: ".neutral", property: "fill", light: series[5].light, dark: series[5].dark),
      Rule(selector: ".onmark", property: "fill", light: "#ffffff", dark: "#14171b"),
      Rule(selector: ".frame", property: "stroke", light: "#1b1f24", dark: "#e3e7ec"),
    ]
    for (number, colour) in series.enumerated() {
      rules.append(Rule(selector: ".s\(number)", property: "stroke", light: colour.light, dark: colour.dark))
      rules.append(Rule(selector: ".f\(number)", property: "fill", light: colour.light, dark: colour.dark))
    }
    return rules
  }()

  /// The number of the colour of a series.
  static func colour(_ number: Int) -> Int { number % series.count }

  /// The classes of a line by its number: if the colours repeat, its dashes differ.
  package static func line(_ number: Int) -> String { "line s\(colour(number))\(again(number))" }

  /// The classes of a field by its number: if the colours repeat, it has an edge.
  static func field(_ number: Int) -> String { "f\(colour(number))\(again(number))" }

  /// The classes of a level by its number among the levels of a pane.
  package static func level(_ number: Int) -> String { number == 0 ? "level" : "level l\((number - 1) % 2 + 1)" }

  /// The classes of zones by their number among the zones of a pane.
  static func zone(_ number: Int) -> String {
    number == 0 ? "zone" : "zone strong f\(colour(number))"
  }

  private static func again(_ number: Int) -> String {
    number < series.count ? "" : " d\((number / series.count - 1) % 2 + 1)"
  }

  /// The style sheet; every rule holds only inside pictures.
  static let sheet = sheet(isLight: nil)

  /// The style sheet for one background; nil for the one that the viewer prefers.
  static func sheet(isLight: Bool?) -> String {
    func scoped(_ selector: String) -> String {
      selector.split(separator: ",").map { ".tas \($0)" }.joined(separator: ",")
    }
    func list(_ value: (Rule) -> String) -> String {
      rules.map { "\(scoped($0.selector)){\($0.property):\(value($0))}" }.joined(separator: "\n")
    }
    let preferred = "\n@media screen and (prefers-color-scheme:dark){\n\(list(\.dark))\n}"
    return """
      .tas text{font:12px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
      .tas .title{font-size:17px;font-weight:600}
      .tas .caption{font-size:13px;font-weight:600}
      .tas .last{font-weight:600}
      .tas .line,.tas .grid,.tas .axis,.tas .break,.tas .guide,.tas .level,.tas .frame{fill:none}
      .tas .line{stroke-width:1.5;stroke-linejoin:round}
      .tas .guide,.tas .level{stroke-dasharray:2 3}
      .tas .level{stroke-dasharray:6 3}
      .tas .d1{stroke-dasharray:7 3}
      .tas .d2{stroke-dasharray:2 2}
      .tas .l1{stroke-dasharray:2 3}
      .tas .l2{stroke-dasharray:12 3 2 3}
      .tas .zone{fill-opacity:.12}
      .tas .zone.strong{fill-opacity:.6}
      .tas .break{fill:none;stroke-dasharray:1 3}
      .tas .area,.tas .band{fill-opacity:.22;stroke:none}
      .tas .frame{stroke-width:2}
      .tas .guided{stroke-dasharray:2 3}
      \(list(isLight == false ? \.dark : \.light))\(isLight == nil ? preferred : "")
      """
  }
}
