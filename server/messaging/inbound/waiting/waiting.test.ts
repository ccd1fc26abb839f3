// The waiting list through the whole program: reading, retrying, discarding and assigning, and the audit entries.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import { publicId } from '../../../../test/harness.ts'
import { givePremium } from '../../../../test/premium.ts'
import { assertRefused, idsOf, walk } from '../../../../test/story.ts'
import {
  app,
  asha,
  banyan,
  banyanCompany,
  company,
  fail,
  mailOf,
  notedBy,
  operator,
  operatorMember,
  PATH,
  quarantined,
  reading,
  run,
  samvad,
  work,
} from '../../../../test/waiting-story.ts'

test('spec 5.50, 23.72: a mail that could not be processed is read by the operator: who wrote what to whom, who handed it in, and why it waits', async () => {
  const text = 'Where is my order? '.repeat(50).trim()
  // spec 23.72: its organization has priority support.
  await givePremium(samvad, company)
  const id = await fail(mailOf('ravi@customer.example', 'Order 17', text))
  const { body } = await operator.get(PATH)
  const [{ received_at, waiting_since, size, ...listed }, ...others] = body.data
  assert.deepEqual(others, [])
  assert.ok(
    Math.abs(received_at - app.clock().getTime() / 1000) < 86_400 && waiting_since >= received_at && size > 1000,
  )
  assert.deepEqual(listed, {
    id,
    kind: 'arrival',
    organization_id: publicId('org', company.organizationId),
    organization_name: 'Asha Textiles',
    is_priority: true,
    channel: 'email',
    account: 'installation',
    source: 'mail',
    handed_in_by: '203.0.113.9 (mx.customer.example)',
    from: 'ravi@customer.example',
    to: 'help@asha.example',
    subject: 'Order 17',
    text: text.slice(0, 500),
    is_readable: true,
    error: 'it is no such thing',
    attempts: 1,
  })
  const whole = (await operator.get(`${PATH}/${id}`)).body
  assert.equal(whole.text, text)
  assert.ok(whole.raw.startsWith('From: ravi@customer.example\r\nSubject: Order 17\r\n\r\nWhere is'))
})

test('spec 5.50: what cannot be read is shown as it was received, at most 16 KB of it', async () => {
  const garbage = `\u0001<broken>\0${'x'.repeat(40_000)}`
  const id = await fail(garbage, { channel: 'sms', source: 'test' })
  const [listed] = (await operator.get(PATH)).body.data
  assert.deepEqual([listed.from, listed.is_readable, listed.text.length], [null, false, 500])
  assert.ok(listed.text.startsWith('\u0001<broken>\uFFFDx'))
  const { raw, is_readable, text } = (await operator.get(`${PATH}/${id}`)).body
  assert.deepEqual([raw.length, is_readable, text.length], [16 * 1024, false, garbage.length])
})

test('spec 5.50: both kinds are one list, newest first, page by page in both directions, and by kind or organization', async () => {
  const ids = [
    await fail(mailOf('a@customer.example', 'First', '1')),
    await quarantined('+919876500001', 'Second'),
    await fail(mailOf('b@customer.example', 'Third', '3'), { organizationId: banyanCompany.organizationId }),
    await quarantined('+919876500002', 'Fourth'),
    await fail(mailOf('c@customer.example', 'Fifth', '5'), { organizationId: FOR_ALL }),
  ]
  const newestFirst = ids.toReversed()
  for (const limit of [1, 2, 5]) assert.deepEqual(idsOf(await walk(operator, PATH, limit)), newestFirst)
  const before = (await operator.get(`${PATH}?limit=2&ending_before=${ids[0]}`)).body
  assert.deepEqual([idsOf(before.data), before.has_more], [[ids[2], ids[1]], true])
  assert.deepEqual(idsOf(await walk(operator, `${PATH}?kind=quarantined`, 1)), [ids[3], ids[1]])
  assert.deepEqual(idsOf(await walk(operator, `${PATH}?kind=arrival`, 2)), [ids[4], ids[2], ids[0]])
  const theirs = publicId('org', banyanCompany.organizationId)
  const [only, ...others] = await walk(operator, `${PATH}?organization_id=${theirs}`, 10)
  assert.deepEqual([only.id, only.organization_name, others], [ids[2], 'Banyan Books', []])
  const [nobodys] = (await operator.get(PATH)).body.data
  assert.deepEqual([nobodys.organization_id, nobodys.organization_name, nobodys.account], [null, null, 'installation'])
  for (const cursor of ['arr_01jd3v9k7he2n8q4x5c6t7w8yz', 'msg_01jd3v9k7he2n8q4x5c6t7w8yz', 'x'])
    assertRefused(await operator.get(`${PATH}?starting_after=${cursor}`), 400, 'unknown_cursor', 'starting_after')
  assertRefused(
    await operator.get(`${PATH}?kind=arrival&starting_after=${ids[1]}`),
    400,
    'unknown_cursor',
    'starting_after',
  )
  const both = await operator.get(`${PATH}?starting_after=${ids[1]}&ending_before=${ids[2]}`)
  assertRefused(both, 400, 'invalid_query', 'ending_before')
})

test('spec 5.51: what is released is processed again now; what fails again waits again', async () => {
  const id = await fail('hello', { channel: 'app', source: 'test' })
  const entries = await notedBy(company.organizationId, async () => {
    assert.equal((await operator.post(`${PATH}/${id}/release`)).status, 204)
  })
  assert.deepEqual(
    entries.map(({ action, object, user_id }) => [action, object, user_id]),
    [['quarantine.released', id, operatorMember.userId]],
  )
  assertRefused(await operator.post(`${PATH}/${id}/release`), 404, 'not_found')
  await work()
  assert.deepEqual(idsOf((await operator.get(PATH)).body.data), [id])
  reading.isUnderstood = true
  assert.equal((await operator.post(`${PATH}/${id}/release`)).status, 204)
  await work()
  assert.deepEqual(reading.processed, ['hello'])
  assert.deepEqual((await operator.get(PATH)).body.data, [])
})

test('spec 5.51: a message in quarantine is of no organization, so there is nothing to release', async () => {
  const id = await quarantined('+919876500001', 'Hello')
  assertRefused(await operator.post(`${PATH}/${id}/release`), 409, 'conflict')
  assert.deepEqual(idsOf((await operator.get(PATH)).body.data), [id])
})

test('spec 5.51: what is discarded is gone for good, also when its provider repeats it; the entry has who, what and why, and no content', async () => {
  const body = mailOf('ravi@customer.example', 'Win', 'a lottery')
  const fingerprint = 'once'
  const id = await fail(body, { fingerprint })
  const entries = await notedBy(company.organizationId, async () => {
    const answer = await operator.delete(`${PATH}/${id}`, { json: { reason: 'Advertising' } })
    assert.equal(answer.status, 204, answer.text)
  })
  const [{ actor, user_id, action, object, details } = {} as never] = entries
  assert.deepEqual([actor, user_id, action, object], ['user', operatorMember.userId, 'quarantine.discarded', id])
  const { received_at, ...what } = details
  assert.equal(typeof received_at, 'number')
  assert.deepEqual(what, {
    kind: 'arrival',
    channel: 'email',
    source: 'mail',
    size: body.length,
    reason: 'Advertising',
  })
  assert.deepEqual(await samvad.rows('select body, error from arrivals'), [{ body: null, error: null }])
  assertRefused(await operator.delete(`${PATH}/${id}`), 404, 'not_found')
  await fail(body, { fingerprint })
  assert.deepEqual((await operator.get(PATH)).body.data, [])

  const other = await quarantined('+919876500001', 'Hello')
  const [entry] = await notedBy(FOR_ALL, () => operator.delete(`${PATH}/${other}`))
  assert.deepEqual([entry?.action, entry?.object, entry?.details.reason], ['quarantine.discarded', other, undefined])
  assert.deepEqual(await samvad.rows('select 1 from quarantine'), [])
})

test('spec 5.52: each reading of content is an entry of the operator in the log of whom it is about', async () => {
  const ours = await fail(mailOf('a@customer.example', 'Ours', '1'))
  const theirs = await fail(mailOf('b@customer.example', 'Theirs', '2'), {
    organizationId: banyanCompany.organizationId,
  })
  const nobodys = await quarantined('+919876500001', 'Hello')
  const whose: [Uuid, string][] = [
    [company.organizationId, ours],
    [banyanCompany.organizationId, theirs],
    [FOR_ALL, nobodys],
  ]
  for (const [organizationId, id] of whose) {
    const read = async () => {
      await operator.get(PATH)
      await operator.get(`${PATH}/${id}`)
    }
    const person = { actor: 'user', user_id: operatorMember.userId }
    assert.deepEqual(await notedBy(organizationId, read), [
      { ...person, action: 'quarantine.listed', object: null, details: { ids: [id] } },
      { ...person, action: 'quarantine.read', object: id, details: {} },
    ])
  }
  // The organization sees who read it.
  const { data } = (await banyan.get('/v1/audit_log?action=quarantine.read')).body
  assert.deepEqual([data[0].object, data[0].user_id], [theirs, publicId('user', operatorMember.userId)])

  const machine = await notedBy(company.organizationId, async () => {
    const own = publicId('org', company.organizationId)
    assert.match((await run('arrival', 'list', '--organization', own)).stdout, /a@customer\.example {2}Ours · 1/)
    assert.match((await run('arrival', 'show', ours)).stdout, /subject {2}Ours[\s\S]*\n1\n/)
  })
  assert.deepEqual(
    machine.map(({ actor, action }) => [actor, action]),
    [
      ['command_line', 'quarantine.listed'],
      ['command_line', 'quarantine.read'],
    ],
  )
  // Without any item read there is no audit entry.
  await samvad.rows('delete from quarantine')
  const none = await notedBy(FOR_ALL, async () => {
    await operator.get(`${PATH}?kind=quarantined`)
    await operator.get(`${PATH}/quar_01jd3v9k7he2n8q4x5c6t7w8yz`)
  })
  assert.deepEqual(none, [])
})

test('spec 5.53: only a message in quarantine is assigned; what was received for an account is not', async () => {
  const id = await fail(mailOf('ravi@customer.example', 'Order', '17'))
  const organization_id = publicId('org', banyanCompany.organizationId)
  const refused = await operator.post(`${PATH}/${id}/assign`, { organization_id })
  assertRefused(refused, 409, 'conflict')
  assert.equal(refused.body.reason, 'inbound_owned')
  const rows = await samvad.rows('select org_id from arrivals where body is not null')
  assert.deepEqual(rows, [{ org_id: company.organizationId }])
  const gone = 'arr_01jd3v9k7he2n8q4x5c6t7w8yz'
  assertRefused(await operator.post(`${PATH}/${gone}/assign`, { organization_id }), 404, 'not_found')
  const one = await quarantined('+919876500001', 'Is it open?')
  assert.equal((await operator.post(`${PATH}/${one}/assign`, { organization_id })).status, 204)
  const given = await samvad.rows('select 1 from arrivals where org_id = $1', [banyanCompany.organizationId])
  assert.equal(given.length, 1)
})

test('spec 5.53: nobody but an operator reads or decides anything of it, not even whose it is', async () => {
  const id = await fail(mailOf('ravi@customer.example', 'Order', '17'))
  const organization_id = publicId('org', company.organizationId)
  for (const who of [asha, banyan])
    for (const answer of [
      await who.get(PATH),
      await who.get(`${PATH}/${id}`),
      await who.post(`${PATH}/${id}/release`),
      await who.post(`${PATH}/${id}/assign`, { organization_id }),
      await who.delete(`${PATH}/${id}`),
    ])
      assertRefused(answer, 403, 'permission_denied')
  for (const name of ['msg_01jd3v9k7he2n8q4x5c6t7w8yz', 'arr_01jd3v9k7he2n8q4x5c6t7w8yz', 'x'])
    assertRefused(await operator.get(`${PATH}/${name}`), 404, 'not_found')
  assert.deepEqual(idsOf((await operator.get(PATH)).body.data), [id])
})

test('spec 5.51: by command too: shown, retried by id without an organization or as shared, and discarded', async () => {
  const shared = await fail('of a shared account', { organizationId: FOR_ALL, channel: 'sms', source: 'test' })
  const ours = await fail('ours', { channel: 'sms', source: 'test' })
  assert.match((await run('arrival', 'show', shared)).stdout, /why {2}it is no such thing[\s\S]*of a shared account/)
  const released = await run('arrival', 'release', ours)
  assert.equal(released.stdout, 'processing 1 inbound events again\n', released.stderr)
  await work()
  assert.match((await run('arrival', 'retry', '--shared')).stdout, /^processing 1 inbound events of shared accounts/)
  await work()
  assert.notEqual((await run('arrival', 'retry', '--shared', '--organization', 'org_x')).code, 0)
  const [entry] = await notedBy(FOR_ALL, () => run('arrival', 'discard', shared, '--reason', 'A test'))
  assert.deepEqual([entry?.actor, entry?.object, entry?.details.reason], ['command_line', shared, 'A test'])
  assert.match((await run('arrival', 'discard', shared)).stderr, /no such quarantined item/)
  assert.equal(JSON.parse((await run('arrival', 'list', '--json', '--limit', '1')).stdout)[0].id, ours)
  assert.notEqual((await run('arrival', 'list', '--kind', 'none')).code, 0)
})
