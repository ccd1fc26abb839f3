// Messages queued when an installation was copied are settled as sent when the fence is lifted; nothing else is.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liftFence, wouldLeave } from '#program/lift-fence.ts'
import { raiseFence, settleIn } from '#program/place.ts'
import { readyToSend, type Sending } from '../../../test/company.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'

// It sets statuses directly, so usage does not contain them.
const samvad = await startSamvad({ DATABASE_URL: 'postgres://the-tests-say-where/it' }, { breaks: ['U3'] })
const { app } = samvad
await settleIn(app)
const asha = await readyToSend(samvad, samvad.company, 1000n)
const bela = await readyToSend(samvad, await samvad.newCompany('Bela Silks'), 1000n)

const QUEUED_AT = new Date('2026-07-01T06:00:00Z')
const COPIED_AT = new Date('2026-07-01T07:00:00Z')
const SENT_SINCE = new Date('2026-07-01T08:00:00Z')
/** More than one transaction settles. */
const MANY = 1100

async function write({ company, conversationId }: Sending, text: string, count = 1): Promise<void> {
  const message = { conversation_id: conversationId, channel: 'email', text }
  for (let left = count; left > 0; left -= 1000) {
    const json = { messages: Array.from({ length: Math.min(left, 1000) }, () => message) }
    const answer = await samvad.request('POST', '/v1/messages/batch', { token: company.token, json })
    assert.ok(answer.body.data.every(({ status }: { status: number }) => status === 201))
  }
}

const change = (text: string, assignment: string, values: unknown[] = []) =>
  samvad.rows(
    `update deliveries d set ${assignment} from messages m where m.org_id = d.org_id and m.id = d.message_id
       and m.text = $1`,
    [text, ...values],
  )

const counted = () =>
  samvad.rows<{ text: string; status: string; error_code: string | null; attempts: number; count: number }>(
    `select m.text, d.status, d.error_code, d.attempts, count(*)::int as count from deliveries d
       join messages m on m.org_id = d.org_id and m.id = d.message_id group by 1, 2, 3, 4 order by 1`,
  )

test('spec 17.17: what was queued, tried or in hand before the given time is settled as sent, with its charge; scheduled and later mail goes out', async () => {
  samvad.setClock(QUEUED_AT)
  await write(asha, 'queued', MANY)
  await write(asha, 'refused for now')
  await write(asha, 'in hand')
  await write(asha, 'scheduled')
  await write(asha, 'unknown outcome')
  await write(asha, 'delivered')
  await write(bela, 'queued too', 3)
  await change('refused for now', `attempts = 3, due_at = $2`, [SENT_SINCE])
  await change('in hand', `status = 'sending', attempts = 1, due_at = null, lease_until = $2`, [QUEUED_AT])
  await change('scheduled', `due_at = $2`, [SENT_SINCE])
  await change('unknown outcome', `status = 'sending', attempts = 1, due_at = null, lease_until = null`)
  await change('delivered', `status = 'delivered', attempts = 1, due_at = null, provider_id = 'known'`)
  samvad.setClock(SENT_SINCE)
  await write(asha, 'since then', 2)
  await raiseFence(app, 'the test wants it')
  const balances = [await balanceOf(samvad), await balanceOf(samvad, bela.company)]

  const waiting = (await wouldLeave(app, COPIED_AT)).map(({ org_id, what, by, count, early, oldest }) => ({
    org_id,
    what,
    by,
    count: Number(count),
    early: Number(early),
    oldest: oldest.toISOString(),
  }))
  const email = { what: 'messages', by: 'email', oldest: QUEUED_AT.toISOString() }
  assert.deepEqual(
    new Set(waiting),
    new Set([
      { org_id: asha.company.organizationId, ...email, count: MANY + 5, early: MANY + 2 },
      { org_id: bela.company.organizationId, ...email, count: 3, early: 3 },
    ]),
  )
  assert.deepEqual((await liftFence(app, COPIED_AT))?.settled, { messages: MANY + 5 })

  const settled = { status: 'sent', error_code: 'settled_as_sent' }
  const left = { status: 'queued', error_code: null, attempts: 0 }
  assert.deepEqual(await counted(), [
    { text: 'delivered', status: 'delivered', error_code: null, attempts: 1, count: 1 },
    { text: 'in hand', ...settled, attempts: 1, count: 1 },
    { text: 'queued', ...settled, attempts: 0, count: MANY },
    { text: 'queued too', ...settled, attempts: 0, count: 3 },
    { text: 'refused for now', ...settled, attempts: 3, count: 1 },
    { text: 'scheduled', ...left, count: 1 },
    { text: 'since then', ...left, count: 2 },
    { text: 'unknown outcome', status: 'sending', error_code: null, attempts: 1, count: 1 },
  ])
  assert.deepEqual([await balanceOf(samvad), await balanceOf(samvad, bela.company)], balances)

  const [one] = await samvad.rows<{ id: string }>(
    `select m.id from messages m join deliveries d on d.org_id = m.org_id and d.message_id = m.id
      where m.text = 'in hand'`,
  )
  const { body } = await samvad.request('GET', `/v1/messages/${publicId('msg', one?.id as string)}`)
  assert.equal(body.status, 'sent')
  assert.match(body.error.detail, /when the fence was lifted on 1 Jul 2026, 1:30 pm.*before 1 Jul 2026, 12:30/)
  await change('unknown outcome', `lease_until = now()`)
})
