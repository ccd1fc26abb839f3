// How many cases each property test runs, and which. Property tests import fast-check from this file and from nowhere
// else.
//
// `npm test` runs the same cases every time, so a failure there comes from a change, never from chance. `npm run
// test:long` runs many times as many, chosen by a new seed, which it prints.

import fc from 'fast-check'

/** `SAMVAD_TEST_CASES=10`: ten times as many cases of every property. */
const times = Number(process.env.SAMVAD_TEST_CASES || 1)
const seed = Number(process.env.SAMVAD_TEST_SEED || 20_261_121)
if (!(times > 0) || !Number.isSafeInteger(seed))
  throw new Error('SAMVAD_TEST_CASES is a number above 0, SAMVAD_TEST_SEED a whole number')

export const casesOf = (count: number) => Math.ceil(count * times)

/** For a property whose cases take milliseconds, with a database, sockets or timers. */
export const SLOW_CASES = casesOf(5)
/** As `SLOW_CASES`, for a property where few cases reach the interesting state. */
export const SLOW_CASES_OF_RARE_EVENTS = casesOf(10)
/** For a property each of whose cases is a story of seconds. */
export const STORY_CASES = casesOf(3)

/** One in this many values of a long list that is tried in many places; `npm run test:long` tries them all. */
const PART = Math.max(1, Math.round(8 / times))

/**
 * Values for the place with this number: neighbouring places get different ones, so that together they cover the list.
 */
export const someOf = <T>(list: readonly T[], place: number): T[] =>
  list.filter((_, index) => index % PART === place % PART)

// Default for all other properties: pure functions.
fc.configureGlobal({ numRuns: casesOf(200), seed })

const [SURROGATES_FROM, SURROGATES_COUNT] = [0xd800, 0x800]
/** fast-check's own unit `binary` first builds a table of all code points, which takes more than a second. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff - SURROGATES_COUNT }).map(
  (place) => String.fromCodePoint(place < SURROGATES_FROM ? place : place + SURROGATES_COUNT),
  (sign) => {
    const point = typeof sign === 'string' && [...sign].length === 1 ? (sign.codePointAt(0) as number) : Number.NaN
    if (point < SURROGATES_FROM) return point
    if (point >= SURROGATES_FROM + SURROGATES_COUNT) return point - SURROGATES_COUNT
    throw new Error('not one code point')
  },
)

/** Text of any code points except surrogate halves. */
export const anyText = (lengths: { minLength?: number; maxLength?: number } = {}) =>
  fc.string({ unit: codePoint, ...lengths })

export default fc
