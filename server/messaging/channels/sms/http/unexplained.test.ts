// Calls of which the account's description explains only a part: nothing of them is lost.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { tryFailedAgain } from '#messaging/channels/arrivals/failed.ts'
import { fund, startSamvad } from '../../../../../test/harness.ts'
import { startHttpGateway } from '../../../../../test/http-gateway.ts'
import { delivered, deliveriesOf, until } from '../../../../../test/mail-story.ts'
import { SMS, setAccount, textTo, workedOff, writeSms } from '../../../../../test/smpp/story.ts'
import { person } from '../../../../../test/story.ts'

const gateway = await startHttpGateway()
after(() => gateway.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_LOG_LEVEL: 'silent' })
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
samvad.startWorker()

const json = {
  reports: { format: 'json', list: '/results', id: '/id', status: '/status', delivered: ['DELIVRD'] },
  incoming: { format: 'json', from: '/from', text: '/message', id: '/id' },
}
async function set(callbacks: object): Promise<{ callback_url: string; incoming_url: string }> {
  const account = {
    protocol: 'http',
    from: 'ASHATX',
    password: 'the-key',
    url: `${gateway.url}/send`,
    body: '{"to": "{to}", "text": "{text}"}',
    message_id: '/id',
    callbacks,
  }
  await setAccount(asha, account)
  const { callback_url, incoming_url, verify_token } = (await asha.get(SMS)).body
  const proven = (url: string) => `${url}?token=${verify_token}`
  return { callback_url: proven(callback_url), incoming_url: proven(incoming_url) }
}
const call = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(({ status }) => status)
async function sent() {
  const message = await writeSms(asha, await textTo(asha), 'Your order has left')
  return { message, id: (await delivered(samvad, message, 'sent')).provider_id as string }
}
const statusOf = async (message: { id: string }) => (await deliveriesOf(samvad, message))[0]?.status
const failed = () =>
  samvad.rows<{ error: string }>(
    'select error from arrivals where org_id = $1 and body is not null and failed_at is not null',
    [organizationId],
  )
/** As `samvad arrival retry` does. */
async function tryAgain(): Promise<void> {
  const scope = { organizationId, at: samvad.app.clock() }
  await samvad.app.database.transaction((tx) => tryFailedAgain(tx, scope, null), organizationId)
  samvad.app.wake('arrivals')
}

test('spec 7.85: a status that nobody explains waits for a person, and the other reports of its call count', async () => {
  const shown = await set(json)
  const [one, two, three] = [await sent(), await sent(), await sent()]
  const results = [
    { id: one.id, status: 'DELIVERED' },
    { id: two.id, status: 'XYZZY' },
    { status: 'DELIVRD' },
    { id: three.id, status: 'QUEUED' },
  ]
  assert.equal(await call(shown.callback_url, { results }), 200)
  await delivered(samvad, one.message, 'delivered')
  const [row, ...others] = await until(failed, (rows) => rows.length > 0)
  assert.equal(row?.error, 'a report with the status "XYZZY", which is neither a standard state nor set in the account')
  assert.deepEqual(others, [])
  assert.deepEqual([await statusOf(two.message), await statusOf(three.message)], ['sent', 'sent'])
  // Once the account explains the status, the report is parsed again; a report without a message id stays in the list.
  await set({ ...json, reports: { ...json.reports, delivered: ['DELIVRD', 'XYZZY'], pending: ['WAIT'] } })
  await tryAgain()
  await delivered(samvad, two.message, 'delivered')
  const [left] = await until(failed, (rows) => rows.length === 1 && /without the message ID/.test(rows[0]?.error ?? ''))
  assert.ok(left)
  await samvad.rows('update arrivals set body = null where org_id = $1 and failed_at is not null', [organizationId])
  assert.equal(await call(shown.callback_url, { results: [{ id: three.id, status: 'wait' }] }), 200)
  await workedOff(samvad, organizationId)
  assert.equal(await statusOf(three.message), 'sent')
})

test('spec 7.87: a message without a text holds up no other of its call, and waits for a person', async () => {
  const shown = await set({ ...json, incoming: { ...json.incoming, list: '/messages' } })
  const messages = [
    { from: '09811122244', message: 'First', id: 'm1' },
    { from: '09811122244', id: 'm2' },
    { from: '00919811122244', message: 'Third', id: 'm3' },
  ]
  assert.equal(await call(shown.incoming_url, { messages }), 200)
  const rows = await until(failed, (all) => all.length > 0)
  assert.match(rows[0]?.error ?? '', /a message without the sender or text/)
  const written = await until(
    () =>
      samvad.rows<{ text: string; phone: string }>(
        `select m.text, c.phone_number as phone from messages m
           join conversations v on v.org_id = m.org_id and v.id = m.conversation_id
           join contacts c on c.org_id = v.org_id and c.id = v.contact_id
          where m.org_id = $1 and m.direction = 'inbound'`,
        [organizationId],
      ),
    (all) => all.length === 2,
  )
  assert.deepEqual(written.map(({ text }) => text).toSorted(), ['First', 'Third'])
  assert.ok(written.every(({ phone }) => phone === '+919811122244'))
})
