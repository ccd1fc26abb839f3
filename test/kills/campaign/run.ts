// `npm run kills-campaign -- RECIPIENTS KILLS`: sends an SMS campaign to RECIPIENTS contacts and kills the worker KILLS
// times. Exits non-zero when a contact is reached twice or not at all, or when the cost differs from the estimate.

import { providePostgres } from '../../postgres.ts'
import { killWhoSendsCampaign } from './story.ts'

const [recipients = '1000000', kills = '20'] = process.argv.slice(2)
const wanted = { recipients: Number(recipients), kills: Number(kills) }
if (!Object.values(wanted).every((number) => Number.isSafeInteger(number) && number >= 1)) {
  console.error('npm run kills-campaign -- RECIPIENTS KILLS: each a whole number from 1')
  process.exit(2)
}
await providePostgres()
const beganAt = performance.now()
const cost = await killWhoSendsCampaign({ ...wanted, perSecond: null }, console.log)
const seconds = Math.round((performance.now() - beganAt) / 1000)
console.log(
  `${wanted.recipients} recipients through ${wanted.kills} kills in ${seconds} s, each reached once, for ${cost} rupees as estimated`,
)
process.exit(0)
