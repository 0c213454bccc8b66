import Presentation
import Robustness
import Strategies
import Text

extension ConfidenceReport {
  /// The scores with what each weighs, the way from their mean to the confidence, and the timeframes.
  package var picture: Picture? {
    let advice = confidence.recommendation
    return Picture(
      title:
        "\(call) on \(record.symbol): confidence \(NumberFormat.percent(1).text(confidence.value)), \(advice.name)",
      [
        Picture.Part("What the scores say: shares of right directions, and what each weighs", .bars(scoreBars)),
        Picture.Part("From their mean to the confidence", .bars(stepBars)),
      ]
        + (readings.isEmpty
          ? []
          : [
            Picture.Part(
              "The timeframes: shares of right directions, blue for a rise and orange for a fall", .bars(timeframeBars))
          ]),
      remark: ([advice.meaning, consensusText] + remarks).joined(separator: "; "))
  }

  /// Bars from 0 to 100%, on which a coin would lie in the middle.
  private func shares(_ bars: [BarChart.Bar]) -> BarChart {
    var chart = BarChart(bars, format: .percent(1), reference: 0.5, referenceLabel: "a coin")
    chart.range = 0...1
    return chart
  }

  private var scoreBars: BarChart {
    let (scores, used) = (confidence.scores, confidence.weights)
    return shares(
      ScoreKind.allCases.map { kind in
        let value = scores[kind] ?? .nan
        let weight = NumberText.percentShort(used[kind])
        return BarChart.Bar(
          value.isFinite ? "\(kind.name), weighs \(weight)" : "\(kind.name), missing", value,
          style: value >= 0.5 ? .positive : .negative)
      })
  }

  /// A bar for the mean, a step for each factor that changes it, and a bar for the confidence.
  private var stepBars: BarChart {
    let rows = confidence.steps.rows
    var bars = [BarChart.Bar("mean of the scores", confidence.steps.base, style: .dim)]
    for (before, row) in zip(rows, rows.dropFirst()) {
      let change = row.value - before.value
      // The last step only cuts what is above 1.
      if row.factor == nil, change == 0 { continue }
      let factor = row.factor.map { " × \(NumberFormat.fixed(2).text($0))" } ?? ""
      var bar = BarChart.Bar(
        row.name + factor, from: before.value, to: row.value, style: change < 0 ? .negative : .positive)
      bar.amount = change
      bars.append(bar)
    }
    bars.append(BarChart.Bar("confidence", confidence.value, style: .strong))
    var chart = BarChart(bars, format: .percent(1))
    chart.range = 0...1
    return chart
  }

  private var timeframeBars: BarChart {
    shares(
      readings.map { reading in
        let weight = NumberFormat.fixed(2).text(reading.score.weight)
        return BarChart.Bar(
          "\(reading.score.timeframe) \(reading.score.direction.name), weighs \(weight)",
          reading.accuracy.share ?? .nan,
          style: reading.score.direction == .bearish
            ? .negative : reading.score.direction == .bullish ? .positive : .dim)
      })
  }
}
