import Text

/// The code of a finding or of a refusal of the valuation.
///
/// ``all`` is the table of their severities, limits and models.
public enum ValuationCode: CodeRow, DescribedCode {
  // Assumptions as given.
  case unknownAssumption = "unknown-assumption | No assumption, driver or part has this name"
  case givenTwice = "given-twice | An assumption or a part is given twice"
  case wrongKind = """
    wrong-kind | A value is of the wrong kind for the assumption: a word for a number, a path for one number
    """
  case notFinite = "not-finite | A number is missing or not finite | dcf growth = 1 / 0"
  case nothingToShift = """
    nothing-to-shift | An assumption that is not given and has no default cannot be moved | dcf ACME { growth + 3pp }
    """
  case cannotAllow = """
    cannot-allow | `allow` names a code that is not a refusal of judgement | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 9%; allow \
    terminal-not-below-discount }
    """
  case outOfRange = "out-of-range | A value is outside its possible range"
  case missingAssumptions = "missing-assumptions | Assumptions that the model needs are not given"
  case contradictoryAssumptions = """
    contradictory-assumptions | Two assumptions say the same thing in different ways | \
    dcf X { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2.5%; sales_to_capital \
    = 2; capex = 3% }
    """
  case wrongPlace = """
    wrong-place | An assumption of a part is outside all parts, or one of the company inside a part | \
    dcf CONG { part aero { value = 12B; cash = 3B }; shares = 1.09B }
    """
  case unknownPart = """
    unknown-part | No part has this name | dcf CONG { part stake { value = 12.5B }; energy.margin = 4%; shares = 1.09B }
    """
  case partName = """
    part-name | A part cannot have a name that means something else | \
    dcf CONG { part margin { value = 12B }; shares = 1.09B }
    """
  case nestedParts = """
    nested-parts | A part cannot have its own parts | \
    dcf CONG { part aero { revenue = 38B; growth = 4%; engines.margin = 20% }; tax = 21%; discount = 8.5%; terminal = \
    2.5%; shares = 1.09B }
    """
  case partsMixed = """
    parts-mixed | A company has parts or segments, not both | \
    dcf CONG { part stake { value = 12.5B }; segment aero { revenue = 38B; growth = 4%; margin = 20% }; discount = \
    8.5%; terminal = 2.5%; shares = 1.09B }
    """
  case onlyWithParts = """
    only-with-parts | An assumption of a sum of parts is given without a part | \
    dcf CONG { revenue = 38B; growth = 4%; margin = 15%; discount = 8.5%; terminal = 2.5%; shares = 1.09B; \
    corporate_costs = 400M }
    """
  case sumOfParts = "sum-of-parts | A sum of parts has one model for each part and no single model"
  case segmentsTotal = """
    segments-total | The segments add up to a revenue other than the given one | \
    dcf ONE { revenue = 400B; segment phones { revenue = 200B }; segment services { revenue = 100B }; growth = 4%; \
    margin = 32%; tax = 16%; discount = 9%; terminal = 2.5%; shares = 15B }
    """
  // Values that differ from year to year.
  case pathTooLong = """
    path-too-long | A path continues after the last year of the forecast | dcf horizon = 3y, growth = [8%, 7%, 6%, 5%]
    """
  case pathTooShort = """
    path-too-short | A list of yearly values ends before the horizon does | dcf horizon = 5y, growth = [8%, 7%, 6%]
    """
  case phaseTooShort = """
    phase-too-short | A phase of a path has no year | dcf horizon = 5y, growth = 8% for 3y then to 5% by year 2
    """
  case phaseWithoutLength = """
    phase-without-length | A phase followed by another one has no length | dcf growth = 8% then 5%
    """
  case glideTooShort = """
    glide-too-short | A path cannot go from one value to another within one year | dcf growth = 6% to 3% for 1y
    """
  case listLength = """
    list-length | The number of values in a list is not the number of years | dcf growth = [8%, 7%, 6%] for 4y
    """
  case baseValueMissing = """
    base-value-missing | A path starts at the value of the base year, which is not known | \
    dcf ACME { revenue = 100M; growth = to 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }
    """
  case circularLink = """
    circular-link | Assumptions follow each other in a circle | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; capex = 120% of depreciation; depreciation = 80% of capex; \
    shares = 10M; discount = 9%; terminal = 2% }
    """
  // Models that have no value.
  case bankFCFF = """
    bank-fcff | Free cash flow has no meaning for a bank or an insurer; `allow` values it anyway | \
    dcf BANK { sector = financial; revenue = 30B; growth = 3%; margin = 30%; shares = 1B; discount = 9%; terminal = 2% \
    }
    """
  case marginAboveGross = """
    margin-above-gross | The operating margin is above the gross margin | \
    dcf X { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2.5%; gross_margin = \
    10% }
    """
  case noFirmModel = "no-firm-model | A model of the firm is needed, but the value does not use one"
  case terminalNotBelowDiscount = """
    terminal-not-below-discount | Terminal growth is not below the discount rate, so the value is infinite | \
    dcf terminal = 9%
    """
  case terminalNotBelowCostOfEquity = """
    terminal-not-below-cost-of-equity | Terminal growth is not below the cost of equity, so the value is infinite | \
    dcf UTIL { model = ddm; dividend = 2.40; growth = 6%; terminal = 8%; cost_of_equity = 8% }
    """
  case terminalNotBelowROIC = """
    terminal-not-below-roic | Terminal growth is not below the return on new capital, so all profit would be \
    reinvested | \
    dcf X { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2.5%; terminal_roic = \
    2% }
    """
  case terminalNotBelowROE = """
    terminal-not-below-roe | Terminal growth is not below the return on equity, so nothing would be paid out | \
    dcf BANK { model = residual_income; book = 100B; roe = 14%; payout = 40%; cost_of_equity = 10%; terminal = 5%; \
    terminal_roe = 4%; shares = 1B }
    """
  case terminalFlowNotPositive = """
    terminal-flow-not-positive | The flow after the forecast is not above 0, so it has no value | \
    dcf margin = 20% to -5%
    """
  case bookNotPositive = """
    book-not-positive | Book value is not above 0, so a return on it has no meaning | \
    dcf BANK { model = residual_income; book = -5B; roe = 12%; payout = 40%; cost_of_equity = 10%; terminal = 2%; \
    terminal_roe = 12%; shares = 1B }
    """
  case growthAboveROE = """
    growth-above-roe | Book value would grow by more than its return, without new shares | \
    dcf BANK { model = ddm; book = 100B; growth = 16%; roe = 14%; terminal = 3%; terminal_roe = 12%; cost_of_equity = \
    10%; shares = 1B }
    """
  case dividendNotPositive = """
    dividend-not-positive | The dividend is not above 0, so it cannot be grown | \
    dcf GROW { model = ddm; dividend = 0; growth = 12%; terminal = 3%; cost_of_equity = 9% }
    """
  case dateAfterDividend = """
    date-after-dividend | The valuation date lies after the first forecast year's dividend | \
    dcf UTIL { model = ddm; dividend = 2.40; growth = 5%; terminal = 3%; cost_of_equity = 8%; base_end = 2024-12-31; \
    date = 2026-01-15 }
    """
  case balanceDate = """
    balance-date | The balance date does not lie within the year that follows the base year | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; base_end = \
    2024-12-31; balance_date = 2026-03-31 }
    """
  case dateBeforeBase = """
    date-before-base | The valuation date lies before the end of the base year | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; base_end = \
    2024-12-31; date = 2024-06-30 }
    """
  case staleBase = """
    stale-base | The base year ended more than 18 months before the valuation; `allow` values it anyway | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; base_end = \
    2023-12-31; date = 2026-01-15 }
    """
  case unitMistake = """
    unit-mistake | An amount is less than a millionth of another, as if its unit was left out; `allow` takes it | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10; discount = 9%; terminal = 2%; price = 30 }
    """
  case currencyWithoutFx = """
    currency-without-fx | Accounts and price are in different currencies, and fx is not given | \
    dcf TSM { currency = TWD; price_currency = USD; adr_ratio = 5; price = 190; shares = 25.93B; revenue = 2894.3B; \
    growth = 10%; margin = 45%; discount = 9.2%; terminal = 3% }
    """
  case fxWithoutCurrencies = """
    fx-without-currencies | `fx` is given, but accounts and price are not in two currencies | \
    dcf TSM { currency = USD; price_currency = USD; fx = 32.1; price = 190; shares = 25.93B; revenue = 2894.3B; growth \
    = 10%; margin = 45%; discount = 9.2%; terminal = 3% }
    """
  case forecastOver = """
    forecast-over | All years of the forecast have passed, so `roll = end` leaves none | \
    dcf ACME with assumptions of old, roll = end
    """
  // Studies of a value.
  case targetMissing = "target-missing | There is no price, and no value to reach is given | solve growth"
  case noInfluence = """
    no-influence | The value does not depend on the assumption that is varied | solve price for value 30
    """
  case noValidModel = "no-valid-model | The model is refused for every value of the assumption"
  case axes = "axes | A grid has too many axes or cells, an axis without values, or the same axis twice"
  case swing = "swing | The swing of a tornado is not between 0% and 100% | tornado swing 200%"
  case nothingToCompare = "nothing-to-compare | There is no valuation to compare"
  case nameTwice = "name-twice | A name is in a comparison twice | compare base, base"
  case noPeers = "no-peers | There is no company to compare with | multiples AAPL"
  case weightsIncomplete = "weights-incomplete | Some scenarios have a weight and others have none"
  case weightsNotOne = "weights-not-one | The weights do not add up to 100% | compare base 50%, bull 40%"
  case tooManyParts = """
    too-many-parts | The valuations differ in too many assumptions to split the gap among them | compare base, other
    """
  case differentParts = "different-parts | Two valuations divide the company into different parts | compare one, now"
  case draws = """
    draws | Nothing is drawn, or an assumption is drawn twice | \
    simulate growth + normal(0pp, 2pp), growth ~ uniform(3%, 4%)
    """
  case runs = """
    runs | The number of runs is outside what a simulation makes | simulate 10 runs growth + normal(0pp, 2pp)
    """
  case unknownDistribution = "unknown-distribution | No distribution has this name | simulate growth + gauss(0pp, 2pp)"
  case distribution = "distribution | The numbers of a distribution are not valid | simulate growth + normal(0pp)"
  case correlation = """
    correlation | Correlations contradict each other, or are of assumptions that are not drawn | \
    simulate growth + normal(0pp, 2pp), margin ~ normal(20%, 2%), correlation growth margin 1.4
    """
  case drawsRefused = """
    draws-refused | The model refuses part of the draws; above 10% the simulation is refused | \
    simulate 1000 runs discount ~ normal(6%, 2%)
    """
  case interrupted = "interrupted | The simulation was stopped"
  // Driver models and their documents.
  case unknownBusinessModel = "unknown-business-model | No business model has this name"
  case unknownConvention = """
    unknown-convention | No convention of driver models has this name | dcf AAPL drivers platform {} like "analyst"
    """
  case unknownPreset = "unknown-preset | No preset has this name"
  case sameVariable = """
    same-variable | Both axes of a grid move the same assumption | \
    sensitivity monetization = 5%..10% step 5%, monetization_rate = 5%..10% step 5%
    """
  case revenueIndexNotPositive = """
    revenue-index-not-positive | The drivers take revenue to 0 or below | \
    dcf AAPL drivers platform { active_users = -120% }
    """
  case badRange = "bad-range | A usual range begins with its larger end"
  case documentNotJSON = """
    document-not-json | A document is not JSON | load scenarios "Fixtures/investor-not-json.json"
    """
  case documentKeyMissing = """
    document-key-missing | A document lacks a key | load scenarios "Fixtures/investor-no-key.json"
    """
  case documentWrongType = """
    document-wrong-type | A value of a document is of another type | load scenarios "Fixtures/investor-wrong-type.json"
    """
  case documentNotFinite = "document-not-finite | A number of a document is missing or not finite"
  case unknownStyle = "unknown-style | A document names a style that does not exist"
  case unknownObjective = "unknown-objective | A document names an objective that does not exist"
  case unknownTerminalMethod = """
    unknown-terminal-method | A document names a terminal method that does not exist | \
    load scenarios "Fixtures/investor-method.json"
    """
  case unknownUnit = """
    unknown-unit | A document names a unit that does not exist | load scenarios "Fixtures/investor-unit.json"
    """
  // The reading of the assumptions.
  case defaultUsed = """
    default-used | An assumption is not given, so its default is used | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; tax = 10%; capex = 3%; depreciation = 4%; shares = 10M; \
    discount = 9%; terminal = 2%; horizon = 5y; price = 20 }
    """
  case capexReadAsNet = """
    capex-read-as-net | Depreciation is not given, so capex is read as net of depreciation | \
    dcf ACME { revenue = 100M; growth = 3% for 2y; margin = -10% to 20%; tax = 25%; capex = 4%; shares = 10M; discount \
    = 9%; terminal = 2%; horizon = 5y; price = 5 }
    """
  case pathHeld = """
    path-held | A path ends before the horizon, so its last value is held | \
    dcf base_margin = 15%, margin = to 25% by year 3
    """
  case baseYearListed = """
    base-year-listed | The first amount of a list is the base year's figure, but the list begins with the year after \
    it | \
    dcf ACME { base_revenue = 100.2M; revenue = [100M, 108M] then growth 4%; margin = 20%; shares = 10M; discount = \
    9%; terminal = 2% }
    """
  case notUsed = "not-used | An assumption is given and has no effect on the value | dcf tangible with model = ddm"
  case outsidePlausibleRange = """
    outside-plausible-range | A value lies outside its usual range; `help` of the assumption shows the range | \
    dcf ACME { revenue = 100M; growth = 120% to 5%; margin = 20%; tax = 25%; capex = 6%; depreciation = 4%; shares = \
    10M; discount = 7.5%; terminal = 6%; horizon = 4y; price = 100 }
    """
  case stockCompensation = """
    stock-compensation | Stock compensation is a cost inside margin and is not added back | \
    dcf AAPL { growth = 6% to 3%; margin = 40%; discount = 9%; terminal = 2.5% }
    """
  case farFromBase = """
    far-from-base | The first year is far from the base year | \
    dcf AAPL { growth = 6% to 3%; margin = 40%; discount = 9%; terminal = 2.5% }
    """
  case marketShare = """
    market-share | Revenue takes an unusually large share of the market; more than 100% is refused | \
    dcf ROCKET { revenue = 500M; growth = 120% for 3y then to 40%; margin = 25%; horizon = 6y; shares = 100M; discount \
    = 10%; terminal = 4.5%; price = 200; market = 20B; market_growth = 10% }
    """
  case researchCapitalised = """
    research-capitalised | Research spending counts as capital | \
    dcf LAB { revenue = 100M; growth = 5%; margin = 20%; tax = 25%; capex = 6%; depreciation = 4%; shares = 10M; \
    risk_free = 4%; beta = 1.1; equity_premium = 5%; research = [6M, 5M, 4M, 4M, 3M, 3M]; terminal = 2%; horizon = 5y; \
    price = 20 }
    """
  case discountBuilt = """
    discount-built | The discount rate is built from the cost of equity and the cost of debt | \
    dcf LAB { revenue = 100M; growth = 5%; margin = 20%; tax = 25%; capex = 6%; depreciation = 4%; shares = 10M; \
    risk_free = 4%; beta = 1.1; equity_premium = 5%; research = [6M, 5M, 4M, 4M, 3M, 3M]; terminal = 2%; horizon = 5y; \
    price = 20 }
    """
  case costOfEquityBuilt = """
    cost-of-equity-built | The cost of equity is built from the risk-free rate, beta and premiums
    """
  case baseOld = """
    base-old | The base year ended long before the valuation | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; base_end = \
    2023-12-31; date = 2026-01-15; allow stale-base }
    """
  case balanceOld = """
    balance-old | Cash and debt are older than the valuation | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; base_end = \
    2023-12-31; date = 2026-01-15; allow stale-base }
    """
  case marketValueOdd = """
    market-value-odd | Market value over revenue suggests a wrong adr_ratio, fx or split | \
    dcf SONY { currency = JPY; price_currency = USD; fx = 0.0067; adr_ratio = 1; price = 85; shares = 1.25B; revenue = \
    13000B; growth = 4% to 2%; margin = 10%; tax = 25%; capex = 5%; depreciation = 4%; discount = 7%; terminal = 1%; \
    allow unit-mistake }
    """
  // Discount rates and returns.
  case discountBelowRiskFree = "discount-below-risk-free | A discount rate is below the risk-free rate"
  case discountBelowCostOfDebt = "discount-below-cost-of-debt | A discount rate is below the cost of debt"
  case returnBelowDiscount = """
    return-below-discount | Capital earns less than the discount rate while revenue grows | dcf nol_limit = 80%
    """
  case returnBelowCostOfEquity = "return-below-cost-of-equity | Equity earns less than its cost while book value grows"
  case riskCountedTwice = """
    risk-counted-twice | A failure is assumed and the discount rate is high: its risk may count twice
    """
  case lossWithoutTax = """
    loss-without-tax | A loss pays no tax, and is carried forward against later profits | \
    dcf ACME { revenue = 100M; growth = 3% for 2y; margin = -10% to 20%; tax = 25%; capex = 4%; shares = 10M; discount \
    = 9%; terminal = 2%; horizon = 5y; price = 5 }
    """
  case lossWithoutDividend = "loss-without-dividend | A loss pays no dividend, and book value bears it"
  case nolLeft = "nol-left | Unused losses remain when the forecast ends and shelter no later profit"
  case shelteredMultiple = """
    sheltered-multiple | The terminal multiplies a year with taxes reduced by losses carried forward
    """
  // The terminal value.
  case terminalShare = """
    terminal-share | Most of the value comes after the forecast | \
    dcf XYZ drivers other { gross_margin = 40%; margin = 45%; discount = 3%; terminal = 2.7% }
    """
  case terminalGrowthHigh = """
    terminal-growth-high | Terminal growth is above the long-run growth of an economy | dcf terminal = 12x sales
    """
  case narrowSpread = """
    narrow-spread | The discount rate is barely above terminal growth, so the value depends on their difference | \
    dcf XYZ drivers other { gross_margin = 40%; margin = 45%; discount = 3%; terminal = 2.7% }
    """
  case growthCliff = "growth-cliff | Growth falls steeply after the last year | dcf method = discounted"
  case capexBelowDepreciation = """
    capex-below-depreciation | Capex stays below depreciation in perpetuity while revenue grows | \
    dcf base with depreciation = 3%, discounting = mid-year as middle
    """
  case reinvestmentTooLow = """
    reinvestment-too-low | Reinvestment after the forecast would have to earn an unusual return | \
    dcf ABC drivers other { margin = 4%; capex = 0%; working_capital = 0% }
    """
  case growthLowersValue = """
    growth-lowers-value | Reinvestment after the forecast earns less than it costs | dcf XYZ drivers other {}
    """
  case taxHeldLow = """
    tax-held-low | A low tax rate is perpetual | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; tax = 10%; capex = 3%; depreciation = 4%; shares = 10M; \
    discount = 9%; terminal = 2%; horizon = 5y; price = 20 }
    """
  case taxBelowMarginal = "tax-below-marginal | Tax is perpetually below the marginal tax"
  case payoutStep = """
    payout-step | Payout jumps after the last year | \
    dcf INS { model = ddm; price = 260; cost_of_equity = 8.5%; terminal = 3%; terminal_roe = 11%; roe = 18% to 12% }
    """
  case hModel = """
    h-model | Growth fades by the H-model, which approximates the dividends year by year | \
    dcf KS { model = ddm; dividend = 2.4; growth = 12% to 4%; method = h; horizon = 8y; cost_of_equity = 9%; terminal \
    = 4%; price = 60 }
    """
  case preferredOffBook = "preferred-off-book | Preferred equity of the reports is subtracted from a typed book value"
  // From operations to one share.
  case debtAboveValue = """
    debt-above-value | Debt is more than the value of operations | \
    dcf DEBT { revenue = 10B; growth = 1%; margin = 8%; capex = 4%; depreciation = 4%; shares = 200M; discount = 9%; \
    terminal = 1%; debt = 15B; price = 6 }
    """
  case cashAboveHalf = """
    cash-above-half | Cash is more than half the value of operations | \
    dcf ACME { revenue = 100M; growth = 4%; margin = 15%; tax = 25%; capex = 8%; depreciation = 4%; shares = 10M; \
    discount = 12%; terminal = 3.9%; horizon = 5y; cash = 900M; debt = 1M; price = 20 }
    """
  case cashCountsWhole = "cash-counts-whole | `operating_cash` is not given, so all cash counts as not needed"
  case cashShort = "cash-short | Operations need more cash than there is"
  case interestAboveIncome = "interest-above-income | Interest is more than operating income"
  case debtDrifts = "debt-drifts | Debt and cash flow would diverge in perpetuity"
  case leasesInMargin = "leases-in-margin | Leases count as debt, so margin must exclude their interest"
  case minorityAtBook = "minority-at-book | `minority` is a book value, not the market value of the interests"
  case dilutionHigh = "dilution-high | Options and restricted shares are many"
  case oneShare = """
    one-share | Shares are not given, so the equity shown is that of one share | \
    dcf KS { model = ddm; dividend = 2.4; growth = 12% to 4%; method = h; horizon = 8y; cost_of_equity = 9%; terminal \
    = 4%; price = 60 }
    """
  case equityNotPositive = """
    equity-not-positive | Nothing is left for the shares | \
    dcf DEBT { revenue = 10B; growth = 1%; margin = 8%; capex = 4%; depreciation = 4%; shares = 200M; discount = 9%; \
    terminal = 1%; debt = 15B; price = 6 }
    """
  case farFromPrice = "far-from-price | The value is far from the price | dcf preset bear"
  case minorityAndOwnership = """
    minority-and-ownership | A part is partly owned, and minority is deducted too | \
    dcf GROUP { shares = 100M; discount = 9%; terminal = 2%; minority = 10M; part aero { revenue = 1B; growth = 3%; \
    margin = 18%; capex = 4%; depreciation = 3%; ownership = 60% } }
    """
  case partIsEquity = """
    part-is-equity | The value of a part is that of its equity, so its debt must not be counted elsewhere
    """
  case partBelowZero = "part-below-zero | A part reduces the value of the others"
  // Refusals that were allowed.
  case allowedBankFCFF = """
    allowed-bank-fcff | The refusal bank-fcff was allowed | \
    dcf BANK { sector = financial; revenue = 30B; growth = 3%; margin = 30%; shares = 1B; discount = 9%; terminal = \
    2%; price = 40; allow bank-fcff }
    """
  case allowedStaleBase = """
    allowed-stale-base | The refusal stale-base was allowed | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; base_end = \
    2023-12-31; date = 2026-01-15; allow stale-base }
    """
  case allowedSplitSuspected = "allowed-split-suspected | The refusal split-suspected was allowed"
  case allowedDimensionOnly = "allowed-dimension-only | The refusal dimension-only was allowed"
  case allowedShell = "allowed-shell | The refusal shell was allowed"
  case allowedMixedPeriods = "allowed-mixed-periods | The refusal mixed-periods was allowed"
  case allowedUnitMistake = """
    allowed-unit-mistake | The refusal unit-mistake was allowed | \
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10; discount = 9%; terminal = 2%; price = 30; allow \
    unit-mistake }
    """
  // Findings about driver models.
  case terminalTooClose = """
    terminal-too-close | Terminal growth is too close to the discount rate and is lowered | \
    dcf XYZ drivers other { gross_margin = 40%; margin = 45%; discount = 3%; terminal = 2.7% }
    """
  case outsideRange = """
    outside-range | A driver or a field lies outside its usual range | dcf AAPL drivers platform { active_users = 70% }
    """
  case revenueIndexUnusual = """
    revenue-index-unusual | Revenue leaves its usual range over the horizon | \
    dcf XYZ drivers other { revenue_growth = 150%; market_share_gain = 40%; margin = 60%; gross_margin = 80%; capex = \
    0% }
    """
  case flowMarginUnusual = """
    flow-margin-unusual | Free cash flow is an unusual share of revenue | \
    dcf XYZ drivers other { revenue_growth = 150%; market_share_gain = 40%; margin = 60%; gross_margin = 80%; capex = \
    0% }
    """
  case defaultExitMultiple = """
    default-exit-multiple | No exit multiple is given, so the usual one is used | drivers revert exit_multiple
    """
  case indexNotComparable = """
    index-not-comparable | The value is an index, which cannot be compared with a price | \
    dcf ABC drivers subscription { price = 120; revenue = 4B }
    """
  case presetAgainstBase = """
    preset-against-base | A preset moves a value to the other side of the base | dcf preset bear
    """
  case presetStopped = "preset-stopped | A preset would leave a range and stops at its end | dcf preset bear relative"
  case notInDocument = "not-in-document | A saved document cannot hold part of the model"
  case likeInvestor = "like-investor | The model follows the Investor Tool, limits and defects included"
  case levelAsGrowth = """
    level-as-growth | A level counts as growth, as in the Investor Tool | \
    dcf ABC drivers subscription { preset consensus } like "investor"
    """
  case priceInvented = """
    price-invented | No price is known, so one is invented from the symbol, as in the Investor Tool | \
    dcf ABC drivers subscription { preset consensus } like "investor"
    """
  case revenueIndexClamped = """
    revenue-index-clamped | The revenue index is cut off, as in the Investor Tool | \
    dcf ABC drivers platform { active_users = 60%; monetization = 80%; network_effects = 1.4x; margin = 60%; price = \
    100 } like "investor"
    """
  case flowMarginClamped = """
    flow-margin-clamped | The cash flow margin is cut off, as in the Investor Tool | \
    dcf ABC drivers other { margin = 3%; discount = 0.5%; terminal = 9%; price = 100 } like "investor"
    """
  case flowIndexClamped = "flow-index-clamped | The cash flow index is cut off, as in the Investor Tool"
  case valueClamped = """
    value-clamped | The value is cut off, as in the Investor Tool | \
    dcf ABC drivers other { margin = 3%; discount = 0.5%; terminal = 9%; price = 100 } like "investor"
    """
  case cagrClamped = """
    cagr-clamped | The annual growth to the value is cut off, as in the Investor Tool | \
    dcf ABC drivers other { margin = 90%; gross_margin = 95%; capex = 0%; tax = 10%; revenue_growth = 60%; price = 10 \
    } like "investor"
    """
  case discountClamped = """
    discount-clamped | The discount rate is cut off, as in the Investor Tool | \
    dcf ABC drivers other { margin = 3%; discount = 0.5%; terminal = 9%; price = 100 } like "investor"
    """
  case terminalGrowthClamped = """
    terminal-growth-clamped | Terminal growth is cut off, as in the Investor Tool | \
    dcf ABC drivers other { margin = 3%; discount = 0.5%; terminal = 9%; price = 100 } like "investor"
    """
  case exitMultipleClamped = """
    exit-multiple-clamped | The exit multiple is cut off, as in the Investor Tool | dcf terminal = 0.01x
    """
  // Reported figures that a valuation rests on.
  case unknownBase = "unknown-base | The reports have no such base period"
  case priceOfAnotherTime = "price-of-another-time | Price and figures are of different times"
  case marginAboveHistory = "margin-above-history | Margin goes above the highest of ten years"
  case splitSuspected = """
    split-suspected | Counts of shares differ by an integer factor, as after a split; `allow` values it anyway | \
    multiples NVDA against AAPL
    """
  case dimensionOnly = "dimension-only | A needed line has no figure for the entire company; `allow` values it anyway"
  case shell = "shell | The company has no revenue; `allow` values it anyway"
  case mixedPeriods = "mixed-periods | Lines of one valuation are of different periods; `allow` values it anyway"
  case tagBreak = "tag-break | A figure breaks off, or changes its concept | dcf ACME with assumptions of \"Q3 view\""
  case noTrailingMonths = """
    no-ltm | The latest twelve months lack a line in some quarters, so the fiscal year is used | \
    dcf GAP { growth = 3%; discount = 9%; terminal = 2%; price = 15 }
    """
  case trailingPart = """
    ltm-part | A part of a line is stated only for the fiscal year, so the latest twelve months omit it | \
    dcf MADE { growth = 3%; discount = 9%; terminal = 2%; price = 15 }
    """
  case twoBases = """
    two-bases | Long-term debt is stated twice with different amounts, such as carrying and face value | \
    dcf BASES { growth = 3%; discount = 9%; terminal = 2%; price = 15 }
    """
  case foreignCurrency = "foreign-currency | The figures are in a currency other than US dollars"
  case dilution = "dilution | The diluted average of shares is far above the basic one"
  case noCoverShares = "no-cover-shares | The count of shares is not one of a cover page"
  case negativeEquity = "negative-equity | Equity at book value is negative"
  case taxWithLosses = "tax-with-losses | The effective tax rate covers years with losses | findings"
  case olderBalance = """
    older-balance | The newest balance sheet does not state a figure, so that of an older one is used
    """
  case partialLine = "partial-line | A line is not stated directly and is assembled from others; parts may be missing"

  /// The code as it is printed in brackets after a message.
  public var name: String { rawValue.name }
}

extension ValuationCode: CustomStringConvertible {
  /// The name: `terminal-share`.
  public var description: String { name }
}

extension ValuationCode {
  /// The definitions of all codes, in the order of the cases.
  public static let all = allCases.map { rows[$0] ?? .refusal($0) }

  private static let rows = Dictionary(definitions.map { ($0.code, $0) }) { first, _ in first }

  /// The definition of this code.
  public var definition: Definition { Self.rows[self] ?? .refusal(self) }

  private static let byName = Dictionary(allCases.map { ($0.name, $0) }) { first, _ in first }

  /// The code of a name; nil for a name that no code has.
  public init?(name: String) {
    guard let code = Self.byName[name] else { return nil }
    self = code
  }

  /// The code of the finding for an allowed refusal; `nil` for one that cannot be.
  static func allowed(_ code: ValuationCode) -> ValuationCode? { ValuationCode(name: "allowed-\(code.name)") }

  /// Whether it says that a refusal was allowed.
  var isOfAllowedRefusal: Bool { name.hasPrefix("allowed-") }

  /// Whether it says that a result was cut off.
  var isClamp: Bool { name.hasSuffix("-clamped") }
}
