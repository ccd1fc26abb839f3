// `npm run hostile -- N [SEED]`: sends N hostile requests to the real program; exits non-zero when one of them was
// answered with a 5xx or outside the contract, was not answered, or delayed another client.

import { providePostgres } from '../postgres.ts'
import { beHostile } from './story.ts'

const [times = '10000', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
const count = Number(times)
if (!Number.isSafeInteger(count) || count < 1 || !/^\d+$/.test(seed)) {
  console.error('npm run hostile -- N [SEED]: N is how many requests, a whole number from 1; SEED repeats a run')
  process.exit(2)
}
await providePostgres()
try {
  const report = await beHostile(count, Number(seed), console.log)
  console.log(report.text)
  process.exit(report.faults.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
