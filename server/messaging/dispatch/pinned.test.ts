// Deliveries are sent through the account that they were accepted for, whatever changes in the meantime. Verdicts
// compare the database with the logs of two third-party SMPP servers.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Settings } from '#kit/settings.ts'
import { GUARD_MS } from '../../../test/guard.ts'
import { fund, startSamvad } from '../../../test/harness.ts'
import { delivered, deliveriesOf, until } from '../../../test/mail-story.ts'
import { balanceOf } from '../../../test/payments.ts'
import { startSmppServer } from '../../../test/smpp/server.ts'
import { SMS, setAccount, smppAccount, textTo, writeSms } from '../../../test/smpp/story.ts'
import { person } from '../../../test/story.ts'
import { RETRY_DELAYS_MS } from './rules.ts'

const [first, second] = await Promise.all([startSmppServer(), startSmppServer()])
after(() => Promise.all([first.close(), second.close()]))
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const DAY_MS = 24 * 3600_000
let worker: ReturnType<typeof samvad.startWorker> | undefined

beforeEach(async () => {
  await worker?.stop(GUARD_MS)
  worker = undefined
  samvad.setClock(null)
  for (const server of [first, second]) {
    server.taken.length = 0
    server.answer(() => 0)
  }
})

async function company(name: string) {
  const founded = await samvad.newCompany(name)
  await fund(samvad, founded.organizationId, 1000n)
  return { founded, who: person(samvad, founded), organizationId: founded.organizationId }
}

/** The deliveries, once each was sent or tried in vain: a process caches accounts for some seconds. */
const waitingIn = (organizationId: string) =>
  until(
    () =>
      samvad.rows<{ status: string; error_code: string | null; attempts: number; error_detail: string | null }>(
        'select status, error_code, attempts, error_detail from deliveries where org_id = $1 order by id',
        [organizationId],
      ),
    (rows) => rows.every(({ status, attempts }) => status !== 'sending' && (status !== 'queued' || attempts > 0)),
  )

/** Makes everything that waits due now. */
async function dueNow(organizationId: string): Promise<void> {
  await samvad.rows(
    "update deliveries set due_at = now() - interval '1 second' where org_id = $1 and status = 'queued'",
    [organizationId],
  )
  await samvad.rows(
    "insert into due_work (kind, org_id, due_at) values ('dispatch', $1, now() - interval '1 second') on conflict (kind, org_id) do update set due_at = now() - interval '1 second'",
    [organizationId],
  )
  samvad.app.wake('dispatch')
}

test('spec 16.30, 16.31: fifty messages wait for the account that they were accepted for; new ones leave by the new account meanwhile', async () => {
  const { founded, who, organizationId } = await company('Pinned')
  await setAccount(who, smppAccount(first.port))
  const ravi = await textTo(who)
  const texts = Array.from({ length: 50 }, (_, index) => `Order ${index}`)
  const others = await Promise.all(texts.map(() => textTo(who)))
  const batch = await who.post('/v1/messages/batch', {
    messages: texts.map((text, index) => ({ conversation_id: others[index]?.conversationId, channel: 'sms', text })),
  })
  assert.ok(
    batch.body.data.every(({ status }: { status: number }) => status === 201),
    batch.text,
  )
  const paid = await balanceOf(samvad, founded)

  await setAccount(who, smppAccount(second.port))
  worker = samvad.startWorker()
  const waiting = await waitingIn(organizationId)
  assert.deepEqual([...new Set(waiting.map(({ error_code }) => error_code))], ['channel_unavailable'])
  assert.match(waiting[0]?.error_detail ?? '', /accepted for an account that has since been removed or replaced/)
  // Nothing is paused: a message accepted now, even by a process that still caches the former account, is sent at once.
  await delivered(samvad, await writeSms(who, ravi, 'by the new one'), 'sent')
  assert.deepEqual([first.taken.length, second.taken.map(({ text }) => text)], [0, ['by the new one']])

  // Without any account, also after a restart, they wait as well.
  assert.equal((await who.delete(SMS)).status, 204)
  await worker.stop(GUARD_MS)
  worker = samvad.startWorker()
  await dueNow(organizationId)
  await until(
    () => waitingIn(organizationId),
    (rows) => rows.every(({ status, attempts }) => status === 'sent' || attempts > 1),
  )
  assert.deepEqual([first.taken.length, second.taken.length], [0, 1])

  // The same account with another password is the same account.
  await setAccount(who, smppAccount(first.port, { password: 'monsoon1', from: 'ASHANEW' }))
  await dueNow(organizationId)
  await until(
    () => waitingIn(organizationId),
    (rows) => rows.every(({ status }) => status === 'sent'),
  )
  assert.deepEqual(first.taken.map(({ text }) => text).toSorted(), texts.toSorted())
  assert.equal(second.taken.length, 1)
  assert.notEqual(await balanceOf(samvad, founded), paid, 'the one that was written later was paid for')
})

test('spec 16.31: a new password while messages wait is the same account: they leave', async () => {
  const { who } = await company('New password')
  await setAccount(who, smppAccount(first.port))
  const message = await writeSms(who, await textTo(who), 'It leaves')
  await setAccount(who, smppAccount(first.port, { password: 'monsoon2' }))
  worker = samvad.startWorker()
  await delivered(samvad, message, 'sent')
  // Accounts of the other tests may bind as well.
  assert.ok(first.binds.some(({ password }) => password === 'monsoon2'))
})

test('spec 16.31: what waits for an account that does not come back fails after its tries, with channel_unavailable, and is given back once', async () => {
  const { founded, who, organizationId } = await company('Gone')
  await setAccount(who, smppAccount(first.port))
  const before = await balanceOf(samvad, founded)
  const message = await writeSms(who, await textTo(who), 'It never leaves')
  await setAccount(who, smppAccount(second.port))
  await samvad.rows('update deliveries set attempts = $2 where org_id = $1', [organizationId, RETRY_DELAYS_MS.length])
  worker = samvad.startWorker()
  const failed = await delivered(samvad, message, 'failed')
  assert.equal(failed.error_code, 'channel_unavailable')
  assert.match(failed.error_detail ?? '', /Given up after 13 tries/)
  assert.equal((await who.get(`/v1/messages/${message.id}`)).body.error.code, 'channel_unavailable')
  assert.equal(await balanceOf(samvad, founded), before)
  assert.deepEqual([first.taken, second.taken], [[], []])
})

test('spec 16.30: a scheduled message is of the account of its acceptance, not of its hour', async () => {
  const { who, organizationId } = await company('Scheduled')
  await setAccount(who, smppAccount(first.port))
  const { conversationId: conversation_id } = await textTo(who)
  const send_at = Math.floor(Date.now() / 1000) + 24 * 3600
  const message = await who.make('/v1/messages', { conversation_id, channel: 'sms', text: 'Tomorrow', send_at })
  await setAccount(who, smppAccount(second.port))
  samvad.setClock(new Date(Date.now() + DAY_MS + 60_000))
  worker = samvad.startWorker()
  const [waiting] = await waitingIn(organizationId)
  assert.equal(waiting?.error_code, 'channel_unavailable')
  assert.deepEqual([first.taken, second.taken], [[], []])
  assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'queued')
})

test('spec 16.32: what was accepted for the sandbox reaches nobody once there is a real account, and is given back', async () => {
  const { founded, who } = await company('Tests first')
  const before = await balanceOf(samvad, founded)
  const message = await writeSms(who, await textTo(who), 'a test')
  await setAccount(who, smppAccount(first.port))
  worker = samvad.startWorker()
  const ended = await delivered(samvad, message, 'failed')
  assert.equal(ended.error_code, 'channel_unavailable')
  assert.match(ended.error_detail ?? '', /accepted for the sandbox/)
  assert.equal(await balanceOf(samvad, founded), before)
  assert.deepEqual(first.taken, [])
})

test('spec 16.32: with SAMVAD_SANDBOX=on what was accepted for a real account is not reported as sent, and waits', async () => {
  const { who, organizationId } = await company('Switched on')
  await setAccount(who, smppAccount(first.port))
  const message = await writeSms(who, await textTo(who), 'for real')
  const settings = samvad.app.settings as { sandbox: Settings['sandbox'] }
  const { sandbox } = settings
  settings.sandbox = 'on'
  try {
    worker = samvad.startWorker()
    const [waiting] = await waitingIn(organizationId)
    assert.deepEqual([waiting?.status, waiting?.error_code], ['queued', 'channel_unavailable'])
    assert.deepEqual(await samvad.rows('select 1 from sandbox_messages where org_id = $1', [organizationId]), [])
    await worker.stop(GUARD_MS)
  } finally {
    settings.sandbox = sandbox
  }
  worker = samvad.startWorker()
  await dueNow(organizationId)
  await delivered(samvad, message, 'sent')
  assert.deepEqual(
    first.taken.map(({ text }) => text),
    ['for real'],
  )
})

test('spec 16.30: a delivery of the version before, which has no pin, leaves by what there is', async () => {
  const { who, organizationId } = await company('Before')
  await setAccount(who, smppAccount(first.port))
  const message = await writeSms(who, await textTo(who), 'an old one')
  await samvad.rows('update deliveries set account_id = null where org_id = $1', [organizationId])
  await setAccount(who, smppAccount(second.port))
  worker = samvad.startWorker()
  await delivered(samvad, message, 'sent')
  assert.equal(second.taken.length, 1)
})
