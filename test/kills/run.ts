// `npm run kills -- N [SEED [ORGANIZATIONS]]`: injects N faults into a working program at random points (blows.ts),
// then compares the ledger with the logs of the gateway, the mail server, the SMPP server and the Cloud API. Exits
// non-zero when money is lost or created, a message is sent twice, or a message acknowledged to a provider is missing.

import { providePostgres } from '../postgres.ts'
import { killMany } from './story.ts'

/** Each part is a separate day with a separate verdict, so that findings are reported before the next part runs. */
const PART_MAX = 100
/** A dead worker may delay work until its lease expires; the API must be back long before. */
const WORK_WITHIN_MS = 45_000
const BREATH_MS = 200
const API_PROCESSES = 3
/** Longer than every limit except the leases. */
const LONGEST_MS = 6_000
const SETTLED_A_DAY = 2

const [times = '100', seed = String(Math.floor(Math.random() * 2 ** 31)), organizations = '8'] = process.argv.slice(2)
const [count, companies] = [Number(times), Number(organizations)]
if (![count, companies].every((number) => Number.isSafeInteger(number) && number >= 1)) {
  console.error('npm run kills -- N [SEED [ORGANIZATIONS]]: N is how often to strike; each a whole number from 1')
  process.exit(2)
}
await providePostgres()
let [struck, faults, broken] = [0, 0, 0]
for (let part = 0; part * PART_MAX < count; part++) {
  try {
    const blows = Math.min(PART_MAX, count - part * PART_MAX)
    const wanted = {
      blows,
      companies,
      apiProcesses: API_PROCESSES,
      breathMs: BREATH_MS,
      longestMs: LONGEST_MS,
      settledADay: SETTLED_A_DAY,
      withinMs: WORK_WITHIN_MS,
    }
    const report = await killMany(wanted, Number(seed) + part, console.log)
    console.log(report.text)
    struck += report.kills
    faults += report.faults.length
  } catch (error) {
    // This part has no result.
    console.error(error)
    broken++
  }
}
console.log(`${struck} blows in all; ${faults} faults; ${broken} parts came to no end`)
process.exit(faults + broken > 0 ? 1 : 0)
