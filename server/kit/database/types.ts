// How PostgreSQL's values are parsed: bigint for int8 and int8[], text for date (a Date would be local midnight), Date
// for timestamptz.

import pg from 'pg'

const TEXT_ARRAY = 1009 as typeof pg.types.builtins.TEXT
const INT8_ARRAY = 1016 as typeof pg.types.builtins.TEXT

/** For every connection of this process; done once. */
export function readTypesExactly(): void {
  const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[]
  pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
  pg.types.setTypeParser(INT8_ARRAY, (text: string) =>
    parseTextArray(text).map((item) => (item === null ? null : BigInt(item))),
  )
  pg.types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTime)
}

/** Every connection uses UTC, so timestamps always look like `2026-01-31 09:30:00.123+00`. */
const UTC_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/
const parseAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

/** Plain arithmetic for that format, because lists have several times per row; others are parsed by pg. */
export function parseTime(text: string): Date {
  if (!UTC_TIME.test(text)) return parseAnyTime(text)
  const digits = (from: number, to: number) => {
    let number = 0
    for (let index = from; index < to; index++) number = number * 10 + text.charCodeAt(index) - 48
    return number
  }
  const milliseconds =
    text.length > 22 ? digits(20, Math.min(23, text.length - 3)) * 10 ** Math.max(0, 26 - text.length) : 0
  return new Date(
    Date.UTC(
      digits(0, 4),
      digits(5, 7) - 1,
      digits(8, 10),
      digits(11, 13),
      digits(14, 16),
      digits(17, 19),
      milliseconds,
    ),
  )
}
