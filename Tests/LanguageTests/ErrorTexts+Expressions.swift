extension ErrorTexts {
  static let expressions: [Case] = [
    (
      #"""
      rsi(close, 
      """#,
      #"""
      error: this `(` is not closed [unclosed-bracket]
        --> s.tas:1:4
         | rsi(close, 
         |    ^
         = a `)` is missing
      """#
    ),
    (
      #"""
      rsi(close]
      """#,
      #"""
      error: expected `,` or `)`, found `]` [unexpected-token]
        --> s.tas:1:10
         | rsi(close]
         |          ^
         |    - opened here
      """#
    ),
    (
      #"""
      let x = (a + b
      let y = 2
      """#,
      #"""
      error: expected `)`, found `let` [unexpected-token]
        --> s.tas:2:1
         | let x = (a + b
         |         - opened here
         | let y = 2
         | ^^^
      """#
    ),
    (
      #"""
      (a b)
      """#,
      #"""
      error: expected `)`, found `b` [unexpected-token]
        --> s.tas:1:4
         | (a b)
         |    ^
      """#
    ),
    (
      #"""
      close)
      """#,
      #"""
      error: this `)` closes nothing [unmatched-bracket]
        --> s.tas:1:6
         | close)
         |      ^
      """#
    ),
    (
      #"""
      a < b < c
      """#,
      #"""
      error: comparisons do not chain [chained-comparison]
        --> s.tas:1:7
         | a < b < c
         |       ^
         = write `a < b and b < c`
         = or `b between a and c`, both ends included
      """#
    ),
    (
      #"""
      a <= b <= c + 1
      """#,
      #"""
      error: comparisons do not chain [chained-comparison]
        --> s.tas:1:8
         | a <= b <= c + 1
         |        ^^
         = write `a <= b and b <= c + 1`
         = or `b between a and c + 1`, both ends included
      """#
    ),
    (
      #"""
      a == b == c
      """#,
      #"""
      error: comparisons do not chain [chained-comparison]
        --> s.tas:1:8
         | a == b == c
         |        ^^
         = write `a == b and b == c`
      """#
    ),
    (
      #"""
      close @ 1d[1]
      """#,
      #"""
      error: fields and lags come before `@` [lag-after-context]
        --> s.tas:1:11
         | close @ 1d[1]
         |           ^
         = `close[1] @ 1d` counts on the other bars
         = `(close @ 1d)[1]` counts on the bars in use
      """#
    ),
    (
      #"""
      bbands(20) @ 1d.upper
      """#,
      #"""
      error: fields and lags come before `@` [lag-after-context]
        --> s.tas:1:16
         | bbands(20) @ 1d.upper
         |                ^
         = write `bbands(20).upper @ 1d`
      """#
    ),
    (
      #"""
      close @ 1d @ 1w
      """#,
      #"""
      error: one `@` names the timeframe and one the symbol, each at most once [invalid-context]
        --> s.tas:1:14
         | close @ 1d @ 1w
         |              ^^
         = an outer one follows parentheses: `(x @ …) @ …`
      """#
    ),
    (
      #"""
      close @ 700.HK
      """#,
      #"""
      error: `700.HK` is not a timeframe [invalid-context]
        --> s.tas:1:9
         | close @ 700.HK
         |         ^^^^^^
         = a timeframe is written `30m`, `1d`, `1w`
         = a symbol that begins with a digit is quoted
      """#
    ),
    (
      #"""
      close @
      """#,
      #"""
      error: expected a timeframe or a symbol after `@`, found the end of the input [unexpected-token]
        --> s.tas:1:8
         | close @
         |        ^
         = `@` needs something on its right
      """#
    ),
    (
      #"""
      f(x=1, 2)
      """#,
      #"""
      error: arguments without a name come before those with one [positional-after-named]
        --> s.tas:1:8
         | f(x=1, 2)
         |        ^
         |   - named from here on
         = move it before `x =`, or give its name
      """#
    ),
    (
      #"""
      f(x=1, x=2)
      """#,
      #"""
      error: the argument `x` is given twice [duplicate-argument]
        --> s.tas:1:8
         | f(x=1, x=2)
         |        ^
         |   - first here
      """#
    ),
    (
      #"""
      let close = 3
      """#,
      #"""
      error: `close` is reserved and cannot be defined [reserved-name]
        --> s.tas:1:5
         | let close = 3
         |     ^^^^^ a field of the bars
      """#
    ),
    (
      #"""
      let and = 3
      """#,
      #"""
      error: `and` is reserved and cannot be defined [reserved-name]
        --> s.tas:1:5
         | let and = 3
         |     ^^^ a word of the language
      """#
    ),
    (
      #"""
      let x 3
      """#,
      #"""
      error: expected `=`, found `3` [unexpected-token]
        --> s.tas:1:7
         | let x 3
         |       ^
      """#
    ),
    (
      #"""
      let f(x) = 3
      """#,
      #"""
      error: expected `=`, found `(` [unexpected-token]
        --> s.tas:1:6
         | let f(x) = 3
         |      ^
         = `indicator f(…) = …` has parameters
      """#
    ),
    (
      #"""
      indicator f(n) = n
      """#,
      #"""
      error: expected `=`, found `)` [unexpected-token]
        --> s.tas:1:14
         | indicator f(n) = n
         |              ^
         = a parameter of an indicator has a default: `n = 14`
      """#
    ),
    (
      #"""
      indicator f(n=1, n=2) = n
      """#,
      #"""
      error: the parameter `n` is given twice [duplicate-parameter]
        --> s.tas:1:18
         | indicator f(n=1, n=2) = n
         |                  ^
         |             - first here
      """#
    ),
  ]
}
