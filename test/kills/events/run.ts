// `npm run kills-events -- EVENTS KILLS [SEED [ORGANIZATIONS]]`: sends EVENTS events to endpoints that fail three times
// out of ten, while the worker is killed KILLS times. Exits non-zero when one is lost, arrives after a later one of its
// object, or is delayed by an endpoint of another organization.

import { providePostgres } from '../../postgres.ts'
import { tellThroughKills } from './story.ts'

const [events = '100000', kills = '20', seed = String(Math.floor(Math.random() * 2 ** 31)), organizations = '1000'] =
  process.argv.slice(2)
const wanted = { events: Number(events), kills: Number(kills), organizations: Number(organizations) }
if (!Object.values(wanted).every((number) => Number.isSafeInteger(number) && number >= 1)) {
  console.error('npm run kills-events -- EVENTS KILLS [SEED [ORGANIZATIONS]]: each a whole number from 1')
  process.exit(2)
}
await providePostgres()
const report = await tellThroughKills({ ...wanted, isTimed: true }, Number(seed), console.log)
console.log(report.text)
process.exit(report.faults.length > 0 ? 1 : 0)
