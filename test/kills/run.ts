// `npm run kills -- N [SEED [ORGANIZATIONS]]`: strikes a working program N times at random points (blows.ts), then
// holds the ledger against the own logs of the gateway, the mail server, the SMPP server and the Cloud API. Exits
// non-zero when a paisa is lost or made, a message sent twice, or one that was acknowledged to a provider is gone.

import { killMany } from './story.ts'

/** Each part is a day of its own with a verdict of its own: what one finds is not lost with what comes after. */
const PART_MAX = 100

const [times = '100', seed = String(Math.floor(Math.random() * 2 ** 31)), organizations = '8'] = process.argv.slice(2)
const [count, companies] = [Number(times), Number(organizations)]
if (![count, companies].every((number) => Number.isSafeInteger(number) && number >= 1)) {
  console.error('npm run kills -- N [SEED [ORGANIZATIONS]]: N is how often to strike; each a whole number from 1')
  process.exit(2)
}
let [struck, faults, broken] = [0, 0, 0]
for (let part = 0; part * PART_MAX < count; part++) {
  try {
    const blows = Math.min(PART_MAX, count - part * PART_MAX)
    const report = await killMany(blows, Number(seed) + part, console.log, {
      companyCount: companies,
      mayTakeLong: true,
    })
    console.log(report.text)
    struck += report.kills
    faults += report.faults.length
  } catch (error) {
    // Nothing is known of this part.
    console.error(error)
    broken++
  }
}
console.log(`${struck} blows in all; ${faults} faults; ${broken} parts came to no end`)
process.exit(faults + broken > 0 ? 1 : 0)
