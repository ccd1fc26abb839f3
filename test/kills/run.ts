// `npm run kills -- N [SEED [ORGANIZATIONS]]`: strikes a working program N times at random points (blows.ts), then
// holds the ledger against the gateway's and the mail server's own logs. Exits non-zero when a paisa is lost or made,
// or a mail sent twice.

import { killMany } from './story.ts'

const [times = '100', seed = String(Math.floor(Math.random() * 2 ** 31)), organizations = '8'] = process.argv.slice(2)
const [count, companies] = [Number(times), Number(organizations)]
if (![count, companies].every((number) => Number.isSafeInteger(number) && number >= 1)) {
  console.error('npm run kills -- N [SEED [ORGANIZATIONS]]: N is how often to strike; each a whole number from 1')
  process.exit(2)
}
try {
  const report = await killMany(count, Number(seed), console.log, {
    companyCount: companies,
    mayTakeLong: true,
  })
  console.log(report.text)
  process.exit(report.faults.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
