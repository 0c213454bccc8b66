import Indicators

/// Ehlers' readings of the Hilbert transform of a series.
extension Indicator {
  /// The period of the dominant cycle.
  static let htDCPeriod = cycle(
    "ht_dcperiod",
    "Hilbert Transform - Dominant Cycle Period",
    "The length in bars of the dominant cycle of the series.",
    "0.33 * period + 0.67 * y[1]; period from the turn of the phase a bar, 6 to 50 bars",
    [.value(.count, range: 0...50)],
    warmUp: 32
  ) { segment in writeCyclePeriod(segment, from: mesaStart, segment.outputs[0]) }

  /// The phase of the dominant cycle.
  static let htDCPhase = cycle(
    "ht_dcphase",
    "Hilbert Transform - Dominant Cycle Phase",
    "The position in the dominant cycle, in degrees from -45 to 315.",
    "atan(sum of p * sin / sum of p * cos) over one cycle of smoothed prices p, + 90 + 360 / ht_dcperiod",
    [.value(.number, range: -45...315)],
    warmUp: 63
  ) { segment in
    let target = segment.outputs[0]
    writeCyclePeriod(segment, from: phaseStart, target)
    forEachCyclePhase(segment.inputs[0], segment.count, from: phaseStart, periods: target) { index, bar in
      target[index] = bar.phase
    }
  }

  /// The two parts of the cycle.
  static let htPhasor = cycle(
    "ht_phasor",
    "Hilbert Transform - Phasor Components",
    "The cycle as a rotating arrow: the part in phase and the part a quarter later.",
    "inphase = series without its trend, 3 bars late; quadrature = its Hilbert transform",
    [Output("inphase", unit: .asInput), Output("quadrature", unit: .asInput)],
    warmUp: 32
  ) { segment in
    let (inphase, quadrature) = (segment.outputs[0], segment.outputs[1])
    HilbertTransform.write(
      segment.inputs[0],
      segment.count,
      from: mesaStart,
      to: .init(inphase: inphase, quadrature: quadrature)
    )
  }

  /// The sine of the phase.
  static let htSine = cycle(
    "ht_sine",
    "Hilbert Transform - SineWave",
    "The sine of the cycle's phase, and of the phase an eighth of a cycle ahead.",
    "sine = sin(ht_dcphase); leadsine = sin(ht_dcphase + 45 degrees)",
    [
      Output("sine", unit: .number, range: -1...1),
      Output("leadsine", ["lead"], unit: .number, range: -1...1),
    ],
    warmUp: 63
  ) { segment in
    let (wave, lead) = (segment.outputs[0], segment.outputs[1])
    writeCyclePeriod(segment, from: phaseStart, wave)
    forEachCyclePhase(segment.inputs[0], segment.count, from: phaseStart, periods: wave) { index, bar in
      wave[index] = sine(bar.phase * radians)
      lead[index] = sine((bar.phase + 45) * radians)
    }
  }

  /// The output that is true if the series trends, false if it cycles.
  static let htTrendMode = cycle(
    "ht_trendmode",
    "Hilbert Transform - Trend vs Cycle Mode",
    "1 if the series trends, 0 if it cycles.",
    """
    0 from a crossing of sine and leadsine until half a cycle later, and while the phase turns at the cycle's rate \
    (0.67 to 1.5 of 360 / period a bar); else 1, and 1 wherever |smoothed price / ht_trendline - 1| >= 1.5 %
    """,
    [Output("value", ["integer"], unit: .number, range: 0...1)],
    warmUp: 63,
    kernel: writeTrendMode
  )

  private static func cycle(
    _ name: String,
    _ fullName: String,
    _ summary: String,
    _ formula: String,
    _ outputs: [Output],
    warmUp: Int,
    kernel: @escaping @Sendable (Segment) -> Void
  ) -> Indicator {
    Indicator(
      name,
      fullName: fullName,
      group: .cycle,
      summary: summary,
      formula: formula,
      convention: """
        As TA-Lib: prices are smoothed with the weights 4, 3, 2, 1, the recurrence begins at bar \
        \(warmUp == 32 ? mesaStart : phaseStart) with zeros; the period moves by at most a third down and a half up a bar.
        """,
      references: [
        "TA-Lib \(name.uppercased())", "J. Ehlers, Rocket Science for Traders (2001)",
      ],
      example: "\(name)(close)\(outputs.count > 1 ? ".\(outputs[1].name)" : "")",
      outputs: outputs,
      memory: .adaptive,
      warmUp: { _ in warmUp },
      kernel: kernel
    )
  }
}

/// The first bar of the recurrence for outputs with a warm-up of 63 bars.
let phaseStart = 37

private let radians = Double.pi / 180

/// Writes the smoothed period of the dominant cycle from the bar `first` on.
func writeCyclePeriod(_ segment: Segment, from first: Int, _ target: Target) {
  HilbertTransform.write(segment.inputs[0], segment.count, from: first, to: .init(smoothPeriods: target))
}

/// Writes 1 for a trend and 0 for a cycle.
@Sendable
private func writeTrendMode(_ segment: Segment) {
  let (source, target) = (segment.inputs[0], segment.outputs[0])
  writeCyclePeriod(segment, from: phaseStart, target)
  var trendline = CycleTrendline()
  var (phase, wave, lead) = (0.0, 0.0, 0.0)
  var sinceCrossing = 0
  forEachCyclePhase(source, segment.count, from: phaseStart, periods: target) { index, bar in
    let (oldPhase, oldWave, oldLead) = (phase, wave, lead)
    phase = bar.phase
    wave = sine(phase * radians)
    lead = sine((phase + 45) * radians)
    let line = trendline.advance(source, index, bar.smoothPeriod)
    let crosses = (wave > lead && oldWave <= oldLead) || (wave < lead && oldWave >= oldLead)
    sinceCrossing = crosses ? 1 : sinceCrossing &+ 1
    let turn = phase - oldPhase
    let rate = 360 / bar.smoothPeriod
    let cycles = crosses || Double(sinceCrossing) < 0.5 * bar.smoothPeriod || (turn > 0.67 * rate && turn < 1.5 * rate)
    let isFar = line != 0 && ((bar.smoothPrice - line) / line).magnitude >= 0.015
    target[index] = cycles && !isFar ? 0 : 1
  }
}
