extension CodeExamples {
  /// Valuations that are refused.
  static let refusals: [String: String] = [
    "not-finite": "dcf growth = 1 / 0",
    "nothing-to-shift": "dcf ACME { growth + 3pp }",
    "cannot-allow": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 9%; allow \
    terminal-not-below-discount }
    """,
    "contradictory-assumptions": """
    dcf X { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2.5%; \
    sales_to_capital = 2; capex = 3% }
    """,
    "wrong-place": "dcf CONG { part aero { value = 12B; cash = 3B }; shares = 1.09B }",
    "unknown-part": "dcf CONG { part stake { value = 12.5B }; energy.margin = 4%; shares = 1.09B }",
    "part-name": "dcf CONG { part margin { value = 12B }; shares = 1.09B }",
    "nested-parts": """
    dcf CONG { part aero { revenue = 38B; growth = 4%; engines.margin = 20% }; tax = 21%; discount = 8.5%; \
    terminal = 2.5%; shares = 1.09B }
    """,
    "parts-mixed": """
    dcf CONG { part stake { value = 12.5B }; segment aero { revenue = 38B; growth = 4%; margin = 20% }; \
    discount = 8.5%; terminal = 2.5%; shares = 1.09B }
    """,
    "only-with-parts": """
    dcf CONG { revenue = 38B; growth = 4%; margin = 15%; discount = 8.5%; terminal = 2.5%; shares = 1.09B; \
    corporate_costs = 400M }
    """,
    "segments-total": """
    dcf ONE { revenue = 400B; segment phones { revenue = 200B }; segment services { revenue = 100B }; \
    growth = 4%; margin = 32%; tax = 16%; discount = 9%; terminal = 2.5%; shares = 15B }
    """,
    "path-too-long": "dcf horizon = 3y, growth = [8%, 7%, 6%, 5%]",
    "path-too-short": "dcf horizon = 5y, growth = [8%, 7%, 6%]",
    "phase-too-short": "dcf horizon = 5y, growth = 8% for 3y then to 5% by year 2",
    "phase-without-length": "dcf growth = 8% then 5%",
    "glide-too-short": "dcf growth = 6% to 3% for 1y",
    "list-length": "dcf growth = [8%, 7%, 6%] for 4y",
    "base-value-missing": """
    dcf ACME { revenue = 100M; growth = to 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }
    """,
    "circular-link": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; capex = 120% of depreciation; depreciation = 80% of capex; \
    shares = 10M; discount = 9%; terminal = 2% }
    """,
    "bank-fcff": """
    dcf BANK { sector = financial; revenue = 30B; growth = 3%; margin = 30%; shares = 1B; discount = 9%; \
    terminal = 2% }
    """,
    "margin-above-gross": """
    dcf X { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2.5%; \
    gross_margin = 10% }
    """,
    "terminal-not-below-discount": "dcf terminal = 9%",
    "terminal-not-below-cost-of-equity": """
    dcf UTIL { model = ddm; dividend = 2.40; growth = 6%; terminal = 8%; cost_of_equity = 8% }
    """,
    "terminal-not-below-roic": """
    dcf X { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2.5%; \
    terminal_roic = 2% }
    """,
    "terminal-not-below-roe": """
    dcf BANK { model = residual_income; book = 100B; roe = 14%; payout = 40%; cost_of_equity = 10%; \
    terminal = 5%; terminal_roe = 4%; shares = 1B }
    """,
    "terminal-flow-not-positive": "dcf margin = 20% to -5%",
    "book-not-positive": """
    dcf BANK { model = residual_income; book = -5B; roe = 12%; payout = 40%; cost_of_equity = 10%; terminal \
    = 2%; terminal_roe = 12%; shares = 1B }
    """,
    "growth-above-roe": """
    dcf BANK { model = ddm; book = 100B; growth = 16%; roe = 14%; terminal = 3%; terminal_roe = 12%; \
    cost_of_equity = 10%; shares = 1B }
    """,
    "dividend-not-positive": """
    dcf GROW { model = ddm; dividend = 0; growth = 12%; terminal = 3%; cost_of_equity = 9% }
    """,
    "date-after-dividend": """
    dcf UTIL { model = ddm; dividend = 2.40; growth = 5%; terminal = 3%; cost_of_equity = 8%; base_end = \
    2024-12-31; date = 2026-01-15 }
    """,
    "balance-date": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; \
    base_end = 2024-12-31; balance_date = 2026-03-31 }
    """,
    "date-before-base": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; \
    base_end = 2024-12-31; date = 2024-06-30 }
    """,
    "split-suspected": "multiples NVDA against AAPL",
    "unit-mistake": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10; discount = 9%; terminal = 2%; price = 30 }
    """,
    "stale-base": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; \
    base_end = 2023-12-31; date = 2026-01-15 }
    """,
    "currency-without-fx": """
    dcf TSM { currency = TWD; price_currency = USD; adr_ratio = 5; price = 190; shares = 25.93B; revenue = \
    2894.3B; growth = 10%; margin = 45%; discount = 9.2%; terminal = 3% }
    """,
    "fx-without-currencies": """
    dcf TSM { currency = USD; price_currency = USD; fx = 32.1; price = 190; shares = 25.93B; revenue = \
    2894.3B; growth = 10%; margin = 45%; discount = 9.2%; terminal = 3% }
    """,
    "forecast-over": "dcf ACME with assumptions of old, roll = end",
    "target-missing": "solve growth",
    "no-influence": "solve price for value 30",
    "swing": "tornado swing 200%",
    "name-twice": "compare base, base",
    "no-peers": "multiples AAPL",
    "weights-not-one": "compare base 50%, bull 40%",
    "too-many-parts": "compare base, other",
    "different-parts": "compare one, now",
    "draws": "simulate growth + normal(0pp, 2pp), growth ~ uniform(3%, 4%)",
    "runs": "simulate 10 runs growth + normal(0pp, 2pp)",
    "unknown-distribution": "simulate growth + gauss(0pp, 2pp)",
    "distribution": "simulate growth + normal(0pp)",
    "correlation": """
    simulate growth + normal(0pp, 2pp), margin ~ normal(20%, 2%), correlation growth margin 1.4
    """,
    "draws-refused": "simulate 1000 runs discount ~ normal(6%, 2%)",
    "unknown-convention": "dcf AAPL drivers platform {} like \"analyst\"",
    "same-variable": "sensitivity monetization = 5%..10% step 5%, monetization_rate = 5%..10% step 5%",
    "revenue-index-not-positive": "dcf AAPL drivers platform { active_users = -120% }",
    "document-not-json": "load scenarios \"Fixtures/investor-not-json.json\"",
    "document-key-missing": "load scenarios \"Fixtures/investor-no-key.json\"",
    "document-wrong-type": "load scenarios \"Fixtures/investor-wrong-type.json\"",
    "unknown-terminal-method": "load scenarios \"Fixtures/investor-method.json\"",
    "unknown-unit": "load scenarios \"Fixtures/investor-unit.json\"",
    "default-used": """
    dcf ACME { revenue = 100M; growth = 5%; margin = 20%; tax = 10%; capex = 3%; depreciation = 4%; shares = 10M; \
    discount = 9%; terminal = 2%; horizon = 5y; price = 20 }
    """,
    "capex-read-as-net": """
    dcf ACME { revenue = 100M; growth = 3% for 2y; margin = -10% to 20%; tax = 25%; capex = 4%; shares = 10M; \
    discount = 9%; terminal = 2%; horizon = 5y; price = 5 }
    """,
    "path-held": "dcf base_margin = 15%, margin = to 25% by year 3",
    "outside-plausible-range": """
    dcf ACME { revenue = 100M; growth = 120% to 5%; margin = 20%; tax = 25%; capex = 6%; depreciation = 4%; \
    shares = 10M; discount = 7.5%; terminal = 6%; horizon = 4y; price = 100 }
    """,
    "stock-compensation": "dcf AAPL { growth = 6% to 3%; margin = 40%; discount = 9%; terminal = 2.5% }",
    "far-from-base": "dcf AAPL { growth = 6% to 3%; margin = 40%; discount = 9%; terminal = 2.5% }",
    "market-share": """
    dcf ROCKET { revenue = 500M; growth = 120% for 3y then to 40%; margin = 25%; horizon = 6y; shares = \
    100M; discount = 10%; terminal = 4.5%; price = 200; market = 20B; market_growth = 10% }
    """,
    "research-capitalised": builtAndResearching,
    "discount-built": builtAndResearching,
  ]

  /// A company whose discount rate is built and whose research counts as capital.
  private static let builtAndResearching = """
    dcf LAB { revenue = 100M; growth = 5%; margin = 20%; tax = 25%; capex = 6%; depreciation = 4%; shares = 10M; \
    risk_free = 4%; beta = 1.1; equity_premium = 5%; research = [6M, 5M, 4M, 4M, 3M, 3M]; terminal = 2%; horizon = 5y; \
    price = 20 }
    """
}
