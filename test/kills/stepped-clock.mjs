// Loaded before the program, by `--import`: offsets its clock by the seconds in a file, as when somebody sets the
// machine's clock. Monotonic timers are unaffected, as in reality. Not part of the product.

import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 100

const RealDate = Date
let offsetMs = 0

function look() {
  try {
    offsetMs = 1000 * Number(readFileSync(process.env.SAMVAD_TEST_CLOCK_FILE, 'utf8')) || 0
  } catch {
    // The file is being written.
  }
}

const now = () => RealDate.now() + offsetMs

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }
  static now() {
    return now()
  }
}

look()
setInterval(look, LOOK_EVERY_MS).unref()
