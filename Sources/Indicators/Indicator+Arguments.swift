extension Indicator {
  /// The full arguments of a call: those left out (nil, or beyond the end) are filled from the preset, then from the
  /// defaults.
  ///
  ///     try ema.completeArguments([12])  // [12, 0], the second parameter at its default
  ///
  /// - Throws: `IndicatorError` if an argument is not allowed, a required one is missing, or there are more than
  ///   parameters.
  public func completeArguments(
    _ requested: [Double?],
    like preset: Preset? = nil
  ) throws(IndicatorError) -> [Double] {
    guard requested.count <= parameters.count else { throw wrongCount(requested.count) }
    let changed = preset?.defaults(of: self)
    var values = [Double](repeating: .nan, count: parameters.count)
    for index in parameters.indices {
      values[index] = try value(of: index, requested, values, changed?[index])
    }
    try check(values)
    return values
  }

  private func value(
    of index: Int,
    _ requested: [Double?],
    _ earlier: [Double],
    _ changed: Parameter.Default?
  ) throws(IndicatorError) -> Double {
    if index < requested.count, let value = requested[index] { return value }
    let parameter = parameters[index]
    switch changed ?? parameter.defaultValue {
    case .value(let value): return value
    case .sameAs(let name): return earlier[parameterIndex(named: name) ?? index]
    case .required:
      throw IndicatorError(
        indicator: name, cause: .argument(parameter: parameter.name, value: nil, allowed: parameter.allowed))
    }
  }

  /// Checks arguments that are aligned with the parameters.
  func check(_ arguments: [Double]) throws(IndicatorError) {
    guard arguments.count == parameters.count else { throw wrongCount(arguments.count) }
    for (parameter, value) in zip(parameters, arguments) where !parameter.allows(value) {
      throw IndicatorError(
        indicator: name, cause: .argument(parameter: parameter.name, value: value, allowed: parameter.allowed))
    }
  }

  private func wrongCount(_ count: Int) -> IndicatorError {
    IndicatorError(indicator: name, cause: .argumentCount(count, parameters: parameters.map(\.name)))
  }

  /// The number of leading values of an output that are missing on complete inputs, which is the index of the first
  /// value.
  ///
  /// Most indicators begin all their outputs on one bar; without the number of an output it is that of the one that
  /// begins first. The arguments are aligned with the parameters.
  ///
  /// - Throws: `IndicatorError` if an argument is not allowed, or there is not one for each parameter.
  public func warmUp(_ arguments: [Double], output: Int? = nil) throws(IndicatorError) -> Int {
    try check(arguments)
    let checked = Arguments(values: arguments)
    let delay = output.flatMap { index in delayRule?(checked, index) } ?? 0
    return warmUpRule(checked) + delay
  }
}

extension Indicator {
  /// True if an output counts in percent with these arguments, nil for those that are not known yet.
  ///
  /// A parameter whose choice is `fraction` makes it a fraction.
  public func countsInPercent(_ output: Int, with arguments: [Double?]) -> Bool {
    guard outputs.indices.contains(output), outputs[output].countsInPercent else { return false }
    return !zip(parameters, arguments).contains { parameter, argument in
      argument != nil && parameter.number(ofChoice: "fraction") == argument
    }
  }
}
