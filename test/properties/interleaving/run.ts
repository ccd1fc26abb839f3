// `npm run interleavings -- SECONDS [SEED]`: runs test/properties/interleaving.test.ts for this long. Exits non-zero
// when an organization's ledger differs from that of sending its messages one after another.

import { providePostgres } from '../../postgres.ts'
import { interleave } from './story.ts'

const ORGANIZATIONS = 40

const [wanted = '300', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
const seconds = Number(wanted)
if (!Number.isSafeInteger(seconds) || seconds < 1 || !/^\d+$/.test(seed)) {
  console.error('npm run interleavings -- SECONDS [SEED]: a whole number of seconds from 1; SEED repeats a run')
  process.exit(2)
}
await providePostgres()
try {
  const report = await interleave(
    { organizations: ORGANIZATIONS, seconds, requestsAKill: 1 },
    Number(seed),
    console.log,
  )
  console.log(report.text)
  process.exit(report.faults.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
