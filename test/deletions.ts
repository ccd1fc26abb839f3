// Helpers for tests of large deletions: many messages in a conversation, and the deletion job, run on demand.

import assert from 'node:assert/strict'
import { checkOneSnapshot } from '#doctor/actions.ts'
import type { App } from '#kit/app.ts'
import { handOverJobs } from '#messaging/conversations/leaving.ts'
import { deletionJobs } from '#messaging/messages/deletion.ts'
import { mergingJobs } from '#messaging/messages/merging.ts'
import { type TestSamvad, uuidOf } from './harness.ts'
import type { Person } from './story.ts'

const BATCH = 1000

/** Sends `count` messages over the API, which stay queued; returns their ids. */
export async function writeMany(who: Person, conversation_id: string, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const messages = Array.from({ length: Math.min(BATCH, count - ids.length) }, (_, n) => ({
      conversation_id,
      channel: 'email',
      text: `Rice ${ids.length + n}`,
    }))
    const { status, body } = await who.post('/v1/messages/batch', { messages })
    assert.equal(status, 200)
    for (const one of body.data) {
      assert.equal(one.status, 201, JSON.stringify(one))
      ids.push(one.message.id)
    }
  }
  return ids
}

/** Runs all noted deletions. */
export async function removeNoted(app: App): Promise<void> {
  const never = new AbortController().signal
  for (const job of deletionJobs(app)) while (await job.run(never)) continue
}

/** A little longer than a departed member stays noted at least: what their tokens still create is handed over too. */
const LATER_MS = 11_000

/** Runs all noted hand-overs and merges. */
export async function handOverNoted(app: App): Promise<void> {
  const never = new AbortController().signal
  const later = { ...app, clock: () => new Date(app.clock().getTime() + LATER_MS) }
  for (const job of [...handOverJobs(later), ...mergingJobs(app)]) while (await job.run(never)) continue
}

export async function balanceOf(samvad: TestSamvad): Promise<bigint> {
  const [row] = await samvad.rows<{ balance_micros: bigint }>('select balance_micros from wallets where org_id = $1', [
    samvad.company.organizationId,
  ])
  return row?.balance_micros as bigint
}

export async function countOf(samvad: TestSamvad, what: string, ...values: unknown[]): Promise<number> {
  const [row] = await samvad.rows<{ count: bigint }>(`select count(*) as count from ${what}`, values)
  return Number(row?.count)
}

export async function mustBeSound(samvad: TestSamvad): Promise<void> {
  assert.deepEqual(await checkOneSnapshot(samvad.app.database), [])
}

/** Deletes a large resource: the answer precedes the removal of its messages, which `removeNoted` does. */
export async function removeQuickly(who: Person, path: string): Promise<void> {
  const { status, text } = await who.delete(path)
  assert.deepEqual([status, text], [204, ''])
}

/** Makes failed work due for its retry. */
export async function becomeDue(samvad: TestSamvad): Promise<void> {
  await samvad.rows(
    "update due_work set due_at = now() - interval '1 minute' where kind in ('deletion', 'hand_over', 'merge')",
  )
}

/** Simulates the end of the process at this one of the transactions of pieces: before its commit, or right after it. */
export function endingAt({ app, company }: TestSamvad, which: number, when: 'before' | 'behind'): App {
  let count = 0
  const { transaction } = app.database
  const database: App['database'] = {
    ...app.database,
    async transaction(work, owner) {
      // Transactions of the organization are the pieces; others belong to the lease.
      if (owner !== company.organizationId || ++count < which) return transaction(work, owner)
      await transaction(async (tx) => {
        const result = await work(tx)
        if (when === 'before') throw new Error('ended')
        return result
      }, owner)
      throw new Error('ended')
    },
  }
  return { ...app, database, log: { ...app.log, error: () => {} } as unknown as App['log'] }
}

export async function chargesOf(samvad: TestSamvad, conversationId: string): Promise<unknown[]> {
  const rows = await samvad.rows('select distinct transaction_id from deliveries where conversation_id = $1', [
    uuidOf('conv', conversationId),
  ])
  return rows.map(({ transaction_id }) => transaction_id)
}

/** Sum of the prices of deliveries: in the cheaper tiers they differ. */
export async function costOf(samvad: TestSamvad, which: string, ...values: unknown[]): Promise<bigint> {
  const [row] = await samvad.rows<{ micros: bigint }>(
    `select coalesce(sum(price_micros), 0)::int8 as micros from deliveries where ${which}`,
    values,
  )
  return row?.micros as bigint
}

/** The fields of a delivery whose message was deleted. */
export const NOTHING = { message_id: null, conversation_id: null, contact_id: null, address: null, provider_id: null }

export const forgotten = (samvad: TestSamvad, transactionIds: unknown[]) =>
  samvad.rows(
    `select status, reversal_id is not null as is_given_back, message_id, conversation_id, contact_id, address,
            provider_id, count(*)
       from deliveries where transaction_id = any($1::uuid[]) group by 1, 2, 3, 4, 5, 6, 7 order by 1`,
    [transactionIds],
  )
