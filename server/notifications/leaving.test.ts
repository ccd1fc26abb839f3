// Sending notices: when one is sent and when not. Once, according to its reader's preferences, and not too late.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventKinds } from '#program/events.ts'
import { fund, startSamvad } from '../../test/harness.ts'
import {
  happen,
  keepingCarriers,
  listOf,
  low,
  ownerOf,
  payloadOf,
  runAll,
  sendNotices,
  statesOf,
  writeNotices,
} from '../../test/notices.ts'
import { noticeJobs } from './jobs.ts'

const samvad = await startSamvad()
const { app } = samvad

test('spec 14.64: quiet hours hold back what leaves, and what is listed at once; then it leaves once', async () => {
  const { who, organizationId } = await ownerOf(samvad, 'Quiet Quilts')
  const at = (text: string) => samvad.setClock(new Date(text))
  at('2026-03-10T20:00:00Z')
  const wish = { time_zone: 'Asia/Kolkata', quiet_hours: { from: '22:00', to: '07:30' } }
  assert.deepEqual((await who.put('/v1/notification_preferences', wish)).body.quiet_hours, wish.quiet_hours)
  try {
    await happen(samvad, organizationId, low())
    await writeNotices(samvad)
    const { handed, carriers } = keepingCarriers(organizationId)
    await sendNotices(samvad, carriers)
    assert.equal((await listOf(who)).length, 1)
    assert.deepEqual(handed, [])
    const states = await statesOf(samvad, organizationId)
    assert.ok(states.length === 3 && states.every(({ due_at }) => due_at.toISOString() === '2026-03-11T02:00:00.000Z'))
    at('2026-03-11T02:00:01Z')
    await sendNotices(samvad, carriers)
    assert.equal(handed.length, 3)
  } finally {
    samvad.setClock(null)
  }
})

test('spec 14.63: preferences hold at the moment of handing over; what is wrong in them is named', async () => {
  const { who, organizationId } = await ownerOf(samvad, 'Picky Pottery')
  const path = '/v1/notification_preferences'
  const usual = (await who.get(path)).body
  assert.deepEqual([usual.language, usual.time_zone, usual.quiet_hours], ['en', 'Asia/Kolkata', null])
  assert.deepEqual(usual.types['balance.low'], { in_app: true, email: true, sms: true, push: true })
  assert.deepEqual(Object.keys(usual.types['message.received']), ['in_app', 'email', 'push'], 'never by SMS')
  const wrong: [object, string][] = [
    [{ language: 'de' }, 'language'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ time_zone: '+05:30' }, 'time_zone'],
    [{ quiet_hours: { from: '25:00', to: '07:00' } }, 'quiet_hours.from'],
    [{ quiet_hours: { from: '07:00', to: '07:00' } }, 'quiet_hours.to'],
    [{ types: { 'balance.lw': { email: true } } }, 'types.balance.lw'],
    [{ types: { 'message.received': { sms: true } } }, 'types.message.received.sms'],
    [{ types: { 'balance.low': { email: 'yes' } } }, 'types.balance.low.email'],
  ]
  for (const [change, field] of wrong) {
    const answer = await who.put(path, change)
    assert.equal(answer.status, 422, JSON.stringify(change))
    assert.deepEqual(
      answer.body.errors.map(({ field: name }: { field: string }) => name),
      [field],
    )
  }
  await happen(samvad, organizationId, low())
  await writeNotices(samvad)
  await who.put(path, { types: { 'balance.low': { email: false } } })
  await who.put(path, { types: { 'balance.low': { push: false } } })
  const { handed, carriers } = keepingCarriers(organizationId)
  await sendNotices(samvad, carriers)
  assert.deepEqual(
    handed.map(({ channel }) => channel),
    ['sms'],
  )
  await who.put(path, { types: { 'balance.low': { in_app: false } } })
  await happen(samvad, organizationId, low('10'))
  await writeNotices(samvad)
  assert.equal((await listOf(who)).length, 1)
})

test('spec 14.65: deferred is tried again, unknown and what a dead worker had in hand never; two workers send each once', async () => {
  const { organizationId } = await ownerOf(samvad, 'Once Oils')
  const start = app.clock()
  await happen(samvad, organizationId, low())
  await writeNotices(samvad)
  const answers = { email: ['deferred', 'deferred', 'sent'], push: ['unknown'], sms: ['refused'] } as const
  const tried: Record<string, number> = {}
  const { handed, carriers } = keepingCarriers(organizationId, ({ channel }) => {
    const times = (tried[channel] = (tried[channel] ?? 0) + 1)
    return answers[channel][times - 1] as 'sent'
  })
  try {
    for (let minutes = 0; minutes < 10; minutes++) {
      samvad.setClock(new Date(start.getTime() + minutes * 60_000))
      await samvad.rows("update due_work set due_at = $1 where kind = 'notice_sends'", [app.clock()])
      await sendNotices(samvad, carriers)
    }
  } finally {
    samvad.setClock(null)
  }
  assert.deepEqual(tried, { email: 3, push: 1, sms: 1 })
  assert.equal(new Set(handed.map(({ id }) => id)).size, 1, 'under one name')
  assert.deepEqual(
    (await statesOf(samvad, organizationId)).map(({ channel, status, reason }) => [channel, status, reason]),
    [
      ['email', 'sent', null],
      ['push', 'unknown', null],
      ['sms', 'dropped', 'refused'],
    ],
  )

  // A worker that died while sending it.
  const other = await ownerOf(samvad, 'Killed Kites')
  await happen(samvad, other.organizationId, low())
  await writeNotices(samvad)
  await samvad.rows("update notice_sends set status = 'leaving', left_at = $2, attempts = 1 where org_id = $1", [
    other.organizationId,
    new Date(app.clock().getTime() - 180_000),
  ])
  const again = keepingCarriers(other.organizationId)
  await sendNotices(samvad, again.carriers)
  assert.deepEqual(again.handed, [])
  assert.deepEqual(
    [...new Set((await statesOf(samvad, other.organizationId)).map(({ status }) => status))],
    ['unknown'],
  )

  // Two workers at once.
  const crowd = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ownerOf(samvad, `Crowd ${name}`)))
  for (const { organizationId: id } of crowd) for (let n = 0; n < 8; n++) await happen(samvad, id, low())
  await Promise.all([writeNotices(samvad), writeNotices(samvad)])
  await writeNotices(samvad)
  for (const one of crowd) assert.equal((await listOf(one.who)).length, 8)
  const names: string[] = []
  const carrierOf = (channel: 'email' | 'sms' | 'push') => ({
    async send({ id }: { id: string }) {
      names.push(`${id} ${channel}`)
      return { became: 'sent' as const, detail: '' }
    },
    close() {},
  })
  const shared = { email: carrierOf('email'), sms: carrierOf('sms'), push: carrierOf('push') }
  await Promise.all([sendNotices(samvad, shared), sendNotices(samvad, shared)])
  assert.equal(names.length, crowd.length * 8 * 3)
  assert.equal(new Set(names).size, names.length)
})

test('spec 14.66: no flood: what is old is listed and does not leave, a start tells of the last month alone, and an organization that was there begins with what comes', async () => {
  const { who, organizationId } = await ownerOf(samvad, 'Early Enamels')
  const day = 86_400_000
  const now = app.clock()
  await samvad.rows('insert into notice_heads (org_id, position, since) values ($1, 0, $2)', [
    organizationId,
    new Date(now.getTime() - 10 * day),
  ])
  await happen(samvad, organizationId, { ...low(), at: new Date(now.getTime() - 11 * day) })
  await happen(samvad, organizationId, { ...low('10'), at: new Date(now.getTime() - 4 * day) })
  for (let back = 1; back <= 12; back++) {
    const of = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15))
    const payload = payloadOf('usage.monthly_summary', { month: of.toISOString().slice(0, 7) })
    await happen(samvad, organizationId, { type: 'usage.monthly_summary', payload })
  }
  await writeNotices(samvad)
  const types = (await listOf(who)).map(({ type }: { type: string }) => type)
  assert.deepEqual(types.toSorted(), ['balance.low', 'usage.monthly_summary'])
  const { handed, carriers } = keepingCarriers(organizationId)
  await sendNotices(samvad, carriers)
  assert.deepEqual(
    handed.map(({ type }) => type),
    ['usage.monthly_summary'],
  )
})

test('spec 14.67: notices cost nothing, and an empty wallet holds none up', async () => {
  const { who, organizationId } = await ownerOf(samvad, 'Empty Envelopes')
  await fund(samvad, organizationId, 1n)
  const before = (await who.get('/api/v1/billing/balance')).body.balance
  await happen(samvad, organizationId, { type: 'balance.empty', payload: payloadOf('balance.empty') })
  await writeNotices(samvad)
  const { handed, carriers } = keepingCarriers(organizationId)
  await sendNotices(samvad, carriers)
  assert.equal(handed.length, 3)
  assert.equal((await who.get('/api/v1/billing/balance')).body.balance, before)
})

test('spec 14.68: notices are kept for 90 days', async () => {
  const { who, organizationId } = await ownerOf(samvad, 'Ninety Nets')
  await happen(samvad, organizationId, low())
  await writeNotices(samvad)
  const jobs = noticeJobs(app, eventKinds)
  await runAll(jobs)
  assert.equal((await listOf(who)).length, 1)
  samvad.setClock(new Date(app.clock().getTime() + 91 * 86_400_000))
  try {
    await runAll(jobs)
  } finally {
    samvad.setClock(null)
  }
  assert.deepEqual(await listOf(who), [])
  assert.deepEqual(await statesOf(samvad, organizationId), [])
})
