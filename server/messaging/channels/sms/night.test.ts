// Promotional SMS to India at night, through the whole program, with a third-party SMPP server.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { deferred, delivered, deliveriesOf, until } from '../../../../test/mail-story.ts'
import { startSmppServer } from '../../../../test/smpp/server.ts'
import { setAccount, smppAccount, textTo } from '../../../../test/smpp/story.ts'
import { assertRefused, type Person, person } from '../../../../test/story.ts'

const server = await startSmppServer()
after(() => server.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const [refusing, letting] = [person(samvad), person(samvad, await samvad.newCompany('Banyan Books'))]
await fund(samvad, samvad.company.organizationId, 100n)
const [{ org_id: lettingId }] = (await samvad.rows<{ org_id: string }>(
  'select org_id from wallets where org_id <> $1',
  [samvad.company.organizationId],
)) as [{ org_id: string }]
await fund(samvad, lettingId, 100n)

async function template(who: Person, category: string): Promise<string> {
  const text = category === 'promotional' ? 'Sale in {{where}} - Asha' : 'Your order is in {{where}} - Asha'
  const fields = { name: category, channel: 'sms', language: 'en', category, text, registered_id: '1107' }
  const { id } = await who.make('/v1/templates', fields)
  assert.equal((await who.post(`/v1/templates/${id}/submit`)).body.status, 'approved')
  return id
}
const sale = new Map<Person, string>()
for (const who of [refusing, letting]) sale.set(who, await template(who, 'promotional'))
const service = await template(refusing, 'service')
const dlt = { entity_id: '1101' }
await setAccount(refusing, smppAccount(server.port, { dlt }))
await setAccount(letting, smppAccount(server.port, { quiet_hours: 'schedule' }))
samvad.startWorker()

/** In India's time zone. */
const at = (time: string, day = '2026-03-10') => new Date(`${day}T${time}+05:30`)
const seconds = (date: Date) => date.getTime() / 1000
const of = (who: Person, conversation_id: string, more: object = {}) => ({
  conversation_id,
  channel: 'sms',
  template_id: sale.get(who),
  variables: { where: 'Pune' },
  ...more,
})
const moneyAndMessages = async () => [
  await samvad.rows('select org_id, balance_micros from wallets order by org_id'),
  await samvad.rows('select count(*) from messages'),
]
beforeEach(() => server.answer(() => 0))

test('spec 7.83: at night a promotional SMS to +91 is refused before the charge, to the second; others leave', async () => {
  const ravi = await textTo(refusing)
  const abroad = await textTo(refusing, '+4915112345678')
  const post = (more: object = {}, to = ravi) => refusing.post('/v1/messages', of(refusing, to.conversationId, more))
  for (const [time, isTaken] of [
    ['09:59:59', false],
    ['10:00:00', true],
    ['20:59:59', true],
    ['21:00:00', false],
    ['03:00:00', false],
  ] as const) {
    samvad.setClock(at(time))
    const before = await moneyAndMessages()
    const answer = await post()
    if (isTaken) assert.equal(answer.status, 201, `${time} ${answer.text}`)
    else {
      assertRefused(answer, 422, 'quiet_hours', 'send_at')
      assert.deepEqual(await moneyAndMessages(), before)
    }
  }
  samvad.setClock(at('22:00:00'))
  const { reason, params, detail } = (await post()).body
  assert.deepEqual([reason, params], ['quiet_hours', { time: '2026-03-11T04:30:00Z' }])
  assert.match(detail, /11 Mar 2026, 10:00/)
  assertRefused(await post({ send_at: seconds(at('23:30:00')) }), 422, 'quiet_hours', 'send_at')
  const byDay = await post({ send_at: seconds(at('10:00:00', '2026-03-11')) })
  assert.equal(byDay.status, 201, byDay.text)
  const path = `/v1/messages/${byDay.body.id}`
  assertRefused(await refusing.put(path, { send_at: seconds(at('23:00:00')) }), 422, 'quiet_hours', 'send_at')
  assertRefused(await refusing.put(path, { send_at: null }), 422, 'quiet_hours', 'send_at')
  assert.equal((await post({}, abroad)).status, 201, 'elsewhere it is not night')
  assert.equal((await post({ template_id: service })).status, 201, 'it is no promotion')
  const words = { template_id: null, variables: null, text: 'Sale in Pune - Asha' }
  assertRefused(await post(words), 422, 'quiet_hours', 'send_at')
  const estimate = await refusing.post('/v1/messages/estimate', of(refusing, ravi.conversationId))
  assert.equal(estimate.body.unreachable[0]?.reason, 'quiet_hours', estimate.text)
})

test('spec 7.83: where the account says so it is scheduled for 10:00, which the answer and the estimate tell', async () => {
  samvad.setClock(at('21:00:00'))
  const ravi = await textTo(letting)
  const ten = at('10:00:00', '2026-03-11')
  const draft = of(letting, ravi.conversationId)
  const estimate = await letting.post('/v1/messages/estimate', draft)
  assert.deepEqual([estimate.body.send_at, estimate.body.total], [seconds(ten), '0.25'])
  const message = await letting.make('/v1/messages', draft)
  assert.equal(message.send_at, seconds(ten))
  const asked = await letting.make('/v1/messages', { ...draft, send_at: seconds(at('02:00:00', '2026-03-12')) })
  assert.equal(asked.send_at, seconds(at('10:00:00', '2026-03-12')))
  const moved = await letting.put(`/v1/messages/${asked.id}`, { send_at: seconds(at('04:00:00', '2026-03-11')) })
  assert.equal(moved.body.send_at, seconds(ten))
  const byDay = await letting.post('/v1/messages/estimate', { ...draft, send_at: seconds(ten) })
  assert.equal(byDay.body.send_at, seconds(ten))
  samvad.setClock(at('09:59:59', '2026-03-11'))
  samvad.app.wake('dispatch')
  assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'queued')
  samvad.setClock(ten)
  samvad.app.wake('dispatch')
  await delivered(samvad, message, 'sent')
  await delivered(samvad, asked, 'sent')
})

test('spec 7.84: a try that falls into the night waits until 10:00, uncounted, whatever the account says', async () => {
  samvad.setClock(at('20:59:58'))
  const ravi = await textTo(refusing)
  server.answer(() => 0x08)
  const message = await refusing.make('/v1/messages', of(refusing, ravi.conversationId))
  const waiting = await deferred(samvad, message)
  server.answer(() => 0)
  const takenOfIt = () => server.taken.filter(({ to }) => `+${to}` === ravi.phone_number).length
  const before = takenOfIt()
  samvad.setClock(at('21:30:00'))
  samvad.app.wake('dispatch')
  const [held] = await until(
    () => deliveriesOf(samvad, message),
    ([row]) => row?.error_code === 'quiet_hours',
  )
  assert.deepEqual([held?.status, held?.attempts], ['queued', waiting.attempts])
  assert.equal(held?.due_at?.getTime(), at('10:00:00', '2026-03-11').getTime())
  assert.equal(takenOfIt(), before)
  // Other messages on the channel are not delayed by it.
  const other = await refusing.make('/v1/messages', of(refusing, ravi.conversationId, { template_id: service }))
  await delivered(samvad, other, 'sent')
  samvad.setClock(at('10:00:00', '2026-03-11'))
  samvad.app.wake('dispatch')
  const sent = await delivered(samvad, message, 'sent')
  assert.equal(sent.attempts, waiting.attempts + 1)
})

test('spec 7.84: what waits for the morning holds up nothing behind it in its conversation', async () => {
  samvad.setClock(at('20:59:00'))
  const ravi = await textTo(refusing)
  const send_at = seconds(at('20:59:59'))
  const message = await refusing.make('/v1/messages', of(refusing, ravi.conversationId, { send_at }))
  const behind = await refusing.make(
    '/v1/messages',
    of(refusing, ravi.conversationId, { send_at, template_id: service }),
  )
  samvad.setClock(at('21:00:05'))
  samvad.app.wake('dispatch')
  const [held] = await until(
    () => deliveriesOf(samvad, message),
    ([row]) => row?.error_code === 'quiet_hours',
  )
  assert.equal(held?.attempts, 0)
  const later = await refusing.make('/v1/messages', of(refusing, ravi.conversationId, { template_id: service }))
  samvad.setClock(at('21:00:10'))
  samvad.app.wake('dispatch')
  await delivered(samvad, later, 'sent')
  await delivered(samvad, behind, 'sent')
  assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'queued')
  samvad.setClock(at('10:00:00', '2026-03-11'))
  samvad.app.wake('dispatch')
  await delivered(samvad, message, 'sent')
})

test('spec 7.83: new words are of the category of the template that they are of, when a message is changed', async () => {
  samvad.setClock(at('12:00:00'))
  const ravi = await textTo(refusing)
  const send_at = seconds(at('23:00:00'))
  const words = { conversation_id: ravi.conversationId, channel: 'sms', text: 'Your order is in Pune - Asha', send_at }
  const message = await refusing.make('/v1/messages', words)
  const path = `/v1/messages/${message.id}`
  assertRefused(await refusing.put(path, { text: 'Sale in Pune - Asha' }), 422, 'quiet_hours', 'send_at')
  assert.equal((await refusing.get(path)).body.text, message.text)
  const byDay = await refusing.put(path, { text: 'Sale in Pune - Asha', send_at: seconds(at('20:00:00')) })
  assert.equal(byDay.status, 200, byDay.text)
})
