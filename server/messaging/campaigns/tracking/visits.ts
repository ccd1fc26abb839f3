// Counts opens and clicks of campaign mails with tracking.

import type { App } from '#kit/app.ts'
import type { Job } from '#worker/job.ts'
import { retention } from '#worker/retention.ts'
import { type CountName, countOf } from '../report/count-rules.ts'
import { noteCounts } from '../report/counts.ts'
import type { CampaignMail } from './links.ts'
import * as queries from './queries.ts'
import { isProgram, type Visit } from './rules.ts'

/** How long after sending visits are counted and stored per recipient. The campaign's counts stay. */
const KEPT_MS = 90 * 24 * 3600 * 1000
/** Maximum per recipient, so that a shared link cannot fill the table. */
const ENGAGEMENTS_MAX = 1000

export async function countVisit(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  mail: CampaignMail,
  visit: Omit<Visit, 'sinceSentMs'>,
): Promise<void> {
  const { organizationId } = mail
  const delivery = await database.reads.row<queries.TrackedDelivery>(queries.tracked(mail))
  if (!delivery) return
  const at = clock()
  const sinceSentMs = delivery.sent_at === null ? null : at.getTime() - delivery.sent_at.getTime()
  if (sinceSentMs !== null && sinceSentMs > KEPT_MS) return
  const isByProgram = isProgram({ ...visit, sinceSentMs })
  const total: CountName & keyof queries.Engagement =
    visit.kind === 'open' ? (isByProgram ? 'bot_opens' : 'opens') : isByProgram ? 'bot_clicks' : 'clicks'
  const one = { opens: 0, clicks: 0, bot_opens: 0, bot_clicks: 0, [total]: 1 }
  await database.transaction(async (tx) => {
    const added = queries.add(organizationId, delivery, one, { at, max: ENGAGEMENTS_MAX })
    const after = await tx.row<queries.Engagement>(added)
    if (!after) return
    const names: CountName[] = [total]
    if (total === 'opens' && after.opens === 1) names.push('opened')
    if (total === 'clicks' && after.clicks === 1) names.push('clicked')
    noteCounts(
      tx,
      names.map((name) => countOf(organizationId, delivery.campaign_id, name)),
      at,
    )
  }, organizationId)
}

export const trackingJobs = (app: App): Job[] => [
  retention(app, {
    name: 'old opens and clicks',
    keptMs: KEPT_MS,
    organizations: queries.organizationsWithOld,
    remove: queries.removeOld,
  }),
]
