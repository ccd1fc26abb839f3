// `npm run soak -- MINUTES [SEED]`: runs the program under load with everything enabled, measuring as it goes
// (story.ts). Exits non-zero when something grows that should not, or when the ledger is wrong in the end.

import { providePostgres } from '../postgres.ts'
import { soak } from './story.ts'

const [minutes = '60', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
if (!(Number(minutes) > 0) || !Number.isSafeInteger(Number(seed))) {
  console.error('npm run soak -- MINUTES [SEED]: for how long, a number above 0; SEED a whole number')
  process.exit(2)
}
await providePostgres()
try {
  const report = await soak(Number(minutes) * 60_000, Number(seed), console.log)
  console.log(report.text)
  process.exit(report.faults.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
