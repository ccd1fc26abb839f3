// `npm run kills -- N [SEED]`: kills processes of a working program N times at random points, then holds the ledger against the
// gateway's own log. Exits non-zero when a paisa is lost or made.

import { killMany } from './story.ts'

const [times = '100', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
const count = Number(times)
if (!Number.isSafeInteger(count) || count < 1) {
  console.error('npm run kills -- N [SEED]: N is how often to kill, a whole number from 1')
  process.exit(2)
}
try {
  const report = await killMany(count, Number(seed), console.log)
  console.log(report.text)
  process.exit(report.faults.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
