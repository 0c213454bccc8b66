extension ErrorTexts {
  static let lexing: [Case] = [
    (
      #"""
      close + $x
      """#,
      #"""
      error: `$` is allowed only in words, file names and strings [invalid-character]
        --> s.tas:1:9
         | close + $x
         |         ^
         = in an expression a value is written as its name alone
      """#
    ),
    (
      #"""
      close ` 3
      """#,
      #"""
      error: the character ``` means nothing here [invalid-character]
        --> s.tas:1:7
         | close ` 3
         |       ^
      """#
    ),
    (
      #"""
      clöse
      """#,
      #"""
      error: the character `ö` means nothing here [invalid-character]
        --> s.tas:1:3
         | clöse
         |   ^
         = names are made of the letters a to z, digits and `_`
      """#
    ),
    (
      #"""
      a && b
      """#,
      #"""
      error: `&&` is spelled differently in tas [foreign-spelling]
        --> s.tas:1:3
         | a && b
         |   ^^
         = write `and`
      """#
    ),
    (
      #"""
      a = 3 or b
      """#,
      #"""
      error: a statement does not begin with `a =` [missing-let]
        --> s.tas:1:1
         | a = 3 or b
         | ^
         = `let a = …` defines a name
         = `set a = …` changes a setting
         = `a == …` compares
      """#
    ),
    (
      #"""
      x := 3
      """#,
      #"""
      error: `:=` is spelled differently in tas [foreign-spelling]
        --> s.tas:1:3
         | x := 3
         |   ^^
         = a name is defined with `let NAME = …`
      """#
    ),
    (
      #"""
      data = 4
      """#,
      #"""
      error: a statement does not begin with `data =` [missing-let]
        --> s.tas:1:1
         | data = 4
         | ^^^^
         = `let data = …` defines a name
         = `set data = …` changes a setting
         = `data == …` compares
      """#
    ),
    (
      #"""
      close % 2
      """#,
      #"""
      error: `%` is spelled differently in tas [foreign-spelling]
        --> s.tas:1:7
         | close % 2
         |       ^
         = the remainder is `mod(a, b)`, and a rate has no blank: `50%`
      """#
    ),
    (
      #"""
      a // comment
      """#,
      #"""
      error: `//` is spelled differently in tas [foreign-spelling]
        --> s.tas:1:3
         | a // comment
         |   ^^
         = a comment begins with `#`
      """#
    ),
    (
      #"""
      !a
      """#,
      #"""
      error: `!` is spelled differently in tas [foreign-spelling]
        --> s.tas:1:1
         | !a
         | ^
         = write `not`
      """#
    ),
    (
      #"""
      a <> b
      """#,
      #"""
      error: `<>` is spelled differently in tas [foreign-spelling]
        --> s.tas:1:3
         | a <> b
         |   ^^
         = inequality is `!=`
      """#
    ),
    (
      #"""
      1__0
      """#,
      #"""
      error: `_` in a number goes between two digits [invalid-number]
        --> s.tas:1:2
         | 1__0
         |  ^
      """#
    ),
    (
      #"""
      1e99999
      """#,
      #"""
      error: the exponent of `1e99999` is too large [invalid-number]
        --> s.tas:1:1
         | 1e99999
         | ^^^^^^^
      """#
    ),
    (
      #"""
      1e999
      """#,
      #"""
      error: the number `1e999` is too large [invalid-number]
        --> s.tas:1:1
         | 1e999
         | ^^^^^
      """#
    ),
    (
      #"""
      10K
      """#,
      #"""
      error: `K` is not a unit of a number [unknown-suffix]
        --> s.tas:1:1
         | 10K
         | ^^^
         = did you mean `10k`?
      """#
    ),
    (
      #"""
      10bn
      """#,
      #"""
      error: `bn` is not a unit of a number [unknown-suffix]
        --> s.tas:1:1
         | 10bn
         | ^^^^
         = did you mean `10B`?
      """#
    ),
    (
      #"""
      5days
      """#,
      #"""
      error: `days` is not a unit of a number [unknown-suffix]
        --> s.tas:1:1
         | 5days
         | ^^^^^
         = did you mean `5d`?
      """#
    ),
    (
      #"""
      50%3
      """#,
      #"""
      error: `%3` is not a unit of a number [unknown-suffix]
        --> s.tas:1:1
         | 50%3
         | ^^^^
         = the remainder is `mod(a, b)`, and a rate ends at its `%`
      """#
    ),
    (
      #"""
      1.5h
      """#,
      #"""
      error: a duration counts whole units, and `1.5` is not a whole number [invalid-number]
        --> s.tas:1:1
         | 1.5h
         | ^^^^
      """#
    ),
    (
      #"""
      3furlongs
      """#,
      #"""
      error: `furlongs` is not a unit of a number [unknown-suffix]
        --> s.tas:1:1
         | 3furlongs
         | ^^^^^^^^^
         = the units are `%` `bp` `pp` `k` `M` `B` `T` `x` `s` `m` `h` `d` `w` `mo` `q` `y`
      """#
    ),
    (
      #"""
      2012-13-01
      """#,
      #"""
      error: there is no month 13 [invalid-date]
        --> s.tas:1:1
         | 2012-13-01
         | ^^^^^^^^^^
         = to subtract, put blanks around `-`
      """#
    ),
    (
      #"""
      2012-02-30
      """#,
      #"""
      error: 2012-02 has no day 30 [invalid-date]
        --> s.tas:1:1
         | 2012-02-30
         | ^^^^^^^^^^
         = to subtract, put blanks around `-`
      """#
    ),
    (
      #"""
      1500-20
      """#,
      #"""
      error: there is no month 20 [invalid-date]
        --> s.tas:1:1
         | 1500-20
         | ^^^^^^^
         = to subtract, put blanks around `-`
      """#
    ),
    (
      #"""
      2012-1-5
      """#,
      #"""
      warning: this subtracts, though it looks like a date [looks-like-date]
        --> s.tas:1:1
         | 2012-1-5
         | ^^^^^^^^
         = a date is written `2012-01-05`
         = put blanks around `-` to subtract
      """#
    ),
    (
      #"""
      25:00
      """#,
      #"""
      error: there is no time of day `25:00` [invalid-time]
        --> s.tas:1:1
         | 25:00
         | ^^^^^
         = a time of day is written `09:30`
      """#
    ),
    (
      #"""
      9:5
      """#,
      #"""
      error: there is no time of day `9:5` [invalid-time]
        --> s.tas:1:1
         | 9:5
         | ^^^
         = a time of day is written `09:30`
         = a ratio of 9:5 is `9 / 5`
      """#
    ),
    (
      #"""
      2012-01-31T25:00
      """#,
      #"""
      error: there is no time `25:00` [invalid-time]
        --> s.tas:1:1
         | 2012-01-31T25:00
         | ^^^^^^^^^^^^^^^^
      """#
    ),
    (
      #"""
      "abc
      """#,
      #"""
      error: this text has no closing `"` [unclosed-text]
        --> s.tas:1:1
         | "abc
         | ^
         = a text ends on its line; `\n` in it is a line break
      """#
    ),
    (
      #"""
      "a\qb"
      """#,
      #"""
      error: `\q` is not an escape [invalid-escape]
        --> s.tas:1:3
         | "a\qb"
         |   ^^
         = the escapes are `\n \t \" \' \\ \$ \u{1F600}`; a backslash is `\\`
      """#
    ),
    (
      #"""
      "\u{FFFFFFFF}"
      """#,
      #"""
      error: `\u` takes a character's number in hexadecimal [invalid-escape]
        --> s.tas:1:2
         | "\u{FFFFFFFF}"
         |  ^^^^^^^^^^^
         = such as `\u{1F600}`
      """#
    ),
    (
      #"""
      load data/$
      """#,
      #"""
      error: `$` in a word comes before a name [invalid-word]
        --> s.tas:1:11
         | load data/$
         |           ^
         = a dollar sign itself is `\$`
      """#
    ),
  ]
}
