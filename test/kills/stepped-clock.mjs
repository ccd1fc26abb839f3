// Loaded before the program, by `--import`: its clock goes off by as many seconds as a file says, as when somebody sets
// the clock of the machine. What only measures time is not touched, as it is not by that either. The product has no
// such way.

import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 100

const RealDate = Date
let offsetMs = 0

function look() {
  try {
    offsetMs = 1000 * Number(readFileSync(process.env.SAMVAD_TEST_CLOCK_FILE, 'utf8')) || 0
  } catch {
    // Being written just now.
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
