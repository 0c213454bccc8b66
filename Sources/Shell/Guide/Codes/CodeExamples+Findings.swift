extension CodeExamples {
  /// Findings of valuations.
  static let findings: [String: String] = [
    "hides-assumption": """
    dcf ACME { revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = growth }
    """,
    "not-used": "dcf tangible with model = ddm",
    "base-old": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; \
    base_end = 2023-12-31; date = 2026-01-15; allow stale-base }
    """,
    "no-ltm": "dcf GAP { growth = 3%; discount = 9%; terminal = 2%; price = 15 }",
    "payout-step":
      "dcf INS { model = ddm; price = 260; cost_of_equity = 8.5%; terminal = 3%; terminal_roe = 11%; roe = 18% to 12% }",
    "two-bases": "dcf BASES { growth = 3%; discount = 9%; terminal = 2%; price = 15 }",
    "ltm-part": "dcf MADE { growth = 3%; discount = 9%; terminal = 2%; price = 15 }",
    "balance-old": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; \
    base_end = 2023-12-31; date = 2026-01-15; allow stale-base }
    """,
    "base-year-listed": """
    dcf ACME { base_revenue = 100.2M; revenue = [100M, 108M] then growth 4%; margin = 20%; shares = 10M; discount = 9%; \
    terminal = 2% }
    """,
    "market-value-odd": """
    dcf SONY { currency = JPY; price_currency = USD; fx = 0.0067; adr_ratio = 1; price = 85; shares = \
    1.25B; revenue = 13000B; growth = 4% to 2%; margin = 10%; tax = 25%; capex = 5%; depreciation = 4%; \
    discount = 7%; terminal = 1%; allow unit-mistake }
    """,
    "return-below-discount": "dcf nol_limit = 80%",
    "loss-without-tax": """
    dcf ACME { revenue = 100M; growth = 3% for 2y; margin = -10% to 20%; tax = 25%; capex = 4%; shares = \
    10M; discount = 9%; terminal = 2%; horizon = 5y; price = 5 }
    """,
    "terminal-share": """
    dcf XYZ drivers other { gross_margin = 40%; margin = 45%; discount = 3%; terminal = 2.7% }
    """,
    "terminal-growth-high": "dcf terminal = 12x sales",
    "narrow-spread": """
    dcf XYZ drivers other { gross_margin = 40%; margin = 45%; discount = 3%; terminal = 2.7% }
    """,
    "growth-cliff": "dcf method = discounted",
    "capex-below-depreciation": "dcf base with depreciation = 3%, discounting = mid-year as middle",
    "reinvestment-too-low": "dcf ABC drivers other { margin = 4%; capex = 0%; working_capital = 0% }",
    "growth-lowers-value": "dcf XYZ drivers other {}",
    "tax-held-low": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; tax = 10%; capex = 3%; depreciation = 4%; shares \
    = 10M; discount = 9%; terminal = 2%; horizon = 5y; price = 20 }
    """,
    "h-model": """
    dcf KS { model = ddm; dividend = 2.4; growth = 12% to 4%; method = h; horizon = 8y; cost_of_equity = \
    9%; terminal = 4%; price = 60 }
    """,
    "debt-above-value": """
    dcf DEBT { revenue = 10B; growth = 1%; margin = 8%; capex = 4%; depreciation = 4%; shares = 200M; \
    discount = 9%; terminal = 1%; debt = 15B; price = 6 }
    """,
    "cash-above-half": """
    dcf ACME { revenue = 100M; growth = 4%; margin = 15%; tax = 25%; capex = 8%; depreciation = 4%; shares \
    = 10M; discount = 12%; terminal = 3.9%; horizon = 5y; cash = 900M; debt = 1M; price = 20 }
    """,
    "one-share": """
    dcf KS { model = ddm; dividend = 2.4; growth = 12% to 4%; method = h; horizon = 8y; cost_of_equity = \
    9%; terminal = 4%; price = 60 }
    """,
    "equity-not-positive": """
    dcf DEBT { revenue = 10B; growth = 1%; margin = 8%; capex = 4%; depreciation = 4%; shares = 200M; \
    discount = 9%; terminal = 1%; debt = 15B; price = 6 }
    """,
    "far-from-price": "dcf preset bear",
    "minority-and-ownership": """
    dcf GROUP { shares = 100M; discount = 9%; terminal = 2%; minority = 10M; part aero { revenue = 1B; growth = 3%; \
    margin = 18%; capex = 4%; depreciation = 3%; ownership = 60% } }
    """,
    "allowed-bank-fcff": """
    dcf BANK { sector = financial; revenue = 30B; growth = 3%; margin = 30%; shares = 1B; discount = 9%; \
    terminal = 2%; price = 40; allow bank-fcff }
    """,
    "tax-with-losses": "findings",
    "allowed-unit-mistake": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10; discount = 9%; terminal = 2%; price = 30; \
    allow unit-mistake }
    """,
    "allowed-stale-base": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; \
    base_end = 2023-12-31; date = 2026-01-15; allow stale-base }
    """,
    "terminal-too-close": """
    dcf XYZ drivers other { gross_margin = 40%; margin = 45%; discount = 3%; terminal = 2.7% }
    """,
    "outside-range": "dcf AAPL drivers platform { active_users = 70% }",
    "revenue-index-unusual": """
    dcf XYZ drivers other { revenue_growth = 150%; market_share_gain = 40%; margin = 60%; gross_margin = \
    80%; capex = 0% }
    """,
    "flow-margin-unusual": """
    dcf XYZ drivers other { revenue_growth = 150%; market_share_gain = 40%; margin = 60%; gross_margin = \
    80%; capex = 0% }
    """,
    "default-exit-multiple": "drivers revert exit_multiple",
    "index-not-comparable": "dcf ABC drivers subscription { price = 120; revenue = 4B }",
    "preset-against-base": "dcf preset bear",
    "preset-stopped": "dcf preset bear relative",
    "level-as-growth": "dcf ABC drivers subscription { preset consensus } like \"investor\"",
    "price-invented": "dcf ABC drivers subscription { preset consensus } like \"investor\"",
    "revenue-index-clamped": """
    dcf ABC drivers platform { active_users = 60%; monetization = 80%; network_effects = 1.4x; margin = \
    60%; price = 100 } like "investor"
    """,
    "flow-margin-clamped": """
    dcf ABC drivers other { margin = 3%; discount = 0.5%; terminal = 9%; price = 100 } like "investor"
    """,
    "value-clamped": """
    dcf ABC drivers other { margin = 3%; discount = 0.5%; terminal = 9%; price = 100 } like "investor"
    """,
    "cagr-clamped": """
    dcf ABC drivers other { margin = 90%; gross_margin = 95%; capex = 0%; tax = 10%; revenue_growth = 60%; \
    price = 10 } like "investor"
    """,
    "discount-clamped": """
    dcf ABC drivers other { margin = 3%; discount = 0.5%; terminal = 9%; price = 100 } like "investor"
    """,
    "terminal-growth-clamped": """
    dcf ABC drivers other { margin = 3%; discount = 0.5%; terminal = 9%; price = 100 } like "investor"
    """,
    "exit-multiple-clamped": "dcf terminal = 0.01x",
    "tag-break": "dcf ACME with assumptions of \"Q3 view\"",
  ]
}
