// Two organizations send SMS, one through a slow provider: the other's delivery rate in parallel with it, and alone.

import { setSmsAccounts } from './channel-accounts.ts'
import { deliver, foundReachable, type Providers, withProviders } from './channels.ts'
import { queue } from './dispatch.ts'
import { openPeer } from './peers/peer.ts'
import { median, ROUNDS } from './report.ts'
import type { Bench } from './rounds.ts'

/** A second per message: the slow provider's slots are always in use. */
const ANSWER_AFTER_MS = 1000
const RATIO_AIM = 0.9

export function measureSlowProvider(bench: Bench, count: number): Promise<void> {
  const { at, add } = bench
  return withProviders(async (providers) => {
    const slow = await openPeer('smpp')
    try {
      slow.set({ answerAfterMs: ANSWER_AFTER_MS })
      const good = await foundReachable(at, 1, providers)
      const other = await foundReachable(at, 1, providers)
      await setSmsAccounts(at, other, slow)
      const rateOf = async (given: Providers) => (await deliver(at, 'sms', good, given, count)).perSecond
      const [alone, beside]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        await forget(bench)
        alone.push(await rateOf(providers))
        await queue(at, other, count, 'sms')
        beside.push(await rateOf(providers))
      }
      const what = 'SMS of one organization to delivered, beside one whose provider takes a second for each'
      add({ what, value: median(beside), unit: '/s', aim: null, note: `${Math.round(median(alone))} /s alone` })
      const value = median(beside.map((rate, round) => rate / (alone[round] as number)))
      add({ what: '… ÷ its rate alone', value, unit: '×', aim: RATIO_AIM })
    } finally {
      await slow.close()
    }
  })
}

/** Cancels the messages that the slow provider left waiting. */
async function forget({ at }: Bench): Promise<void> {
  await at.restart({ ROLES: 'api' })
  await at.database.query(
    `update deliveries set status = 'cancelled', due_at = null, lease_until = null, claim_id = null, ended_at = now()
      where status in ('queued', 'sending', 'sent')`,
  )
}
