// Who can list invitations, their limits, and repeated requests; and the pure rules.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { anyText } from '../../../test/cases.ts'
import { startSamvad } from '../../../test/harness.ts'
import { invite } from '../../../test/invitations.ts'
import { assertRefused, idsOf, person, walk } from '../../../test/story.ts'
import { shortLine } from './mail.ts'
import {
  askedOf,
  INVITATIONS_OF_AN_ADDRESS_A_DAY_MAX,
  OPEN_INVITATIONS_MAX,
  pauseAfter,
  statusOf,
  VALID_MS,
} from './rules.ts'

const samvad = await startSamvad()

test('spec 1.15: how many invitations an address gets in a day is limited, and told to whom it concerns alone', async () => {
  const [one, other] = [await samvad.newCompany('One'), await samvad.newCompany('Other')]
  for (let count = 0; count < INVITATIONS_OF_AN_ADDRESS_A_DAY_MAX; count++)
    assert.equal((await invite(samvad, one, 'busy@x.example')).status, 202)
  const tooMany = await invite(samvad, one, 'busy@x.example')
  assertRefused(tooMany, 429, 'rate_limited')
  assert.ok(Number(tooMany.headers.get('retry-after')) > 0)
  assert.equal((await invite(samvad, one, 'other@x.example')).status, 202)
  assert.equal((await invite(samvad, other, 'busy@x.example')).status, 202)
  const open = await samvad.rows(
    `select 1 from invitations where org_id = $1 and email = 'busy@x.example' and revoked_at is null`,
    [one.organizationId],
  )
  assert.equal(open.length, 1)
})

test('spec 1.1: an organization sees its own invitations alone, newest first, page by page', async () => {
  const [mine, theirs] = [await samvad.newCompany('Mine'), await samvad.newCompany('Theirs')]
  const foreign = (await invite(samvad, theirs, 'x@x.example')).body
  const made: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) made.unshift((await invite(samvad, mine, `${name}@x.example`)).body.id)
  const me = person(samvad, mine)
  assert.deepEqual(idsOf(await walk(me, '/v1/invitations', 2)), made)
  assertRefused(await me.get(`/v1/invitations/${foreign.id}`), 404, 'not_found')
  assertRefused(await me.delete(`/v1/invitations/${foreign.id}`), 404, 'not_found')
  assertRefused(await me.get('/v1/invitations/invite_x'), 404, 'not_found')
  assertRefused(await me.get(`/v1/invitations?starting_after=${foreign.id}`), 400, 'unknown_cursor', 'starting_after')
  assert.equal((await person(samvad, theirs).get(`/v1/invitations/${foreign.id}`)).body.status, 'open')
})

test('spec 3.13: the same Idempotency-Key invites once', async () => {
  const firm = await samvad.newCompany('Twice')
  const send = () =>
    samvad.request('POST', '/v1/invitations', {
      token: firm.token,
      json: { email: 'k@x.example', role: 'agent' },
      headers: { 'idempotency-key': 'one' },
    })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([second.status, second.headers.get('idempotency-replayed')], [202, 'true'])
  assert.deepEqual(second.body, first.body)
  const rows = await samvad.rows('select 1 from invitations where org_id = $1', [firm.organizationId])
  assert.equal(rows.length, 1)
})

test('spec 1.15: the open invitations of an organization are limited; revoking one makes room', async () => {
  const firm = await samvad.newCompany('Many')
  const first = (await invite(samvad, firm, 'first@x.example')).body
  await samvad.rows(
    `insert into invitations (org_id, id, email, role_name, invited_by, by_operator, created_at, expires_at)
     select $1, gen_random_uuid(), 'p' || n || '@x.example', 'agent', $2, false, now() - interval '2 days',
            now() + interval '5 days'
       from generate_series(2, $3::int) n`,
    [firm.organizationId, firm.userId, OPEN_INVITATIONS_MAX],
  )
  assertRefused(await invite(samvad, firm, 'one-more@x.example'), 409, 'conflict')
  // A replaced invitation does not count.
  assert.equal((await invite(samvad, firm, 'p2@x.example')).status, 202)
  assert.equal((await person(samvad, firm).delete(`/v1/invitations/${first.id}`)).status, 204)
  assert.equal((await invite(samvad, firm, 'one-more@x.example')).status, 202)
})

test('spec 1.14: a password is asked of whom it proves; a new one only of nobody, or of whoever has the mailbox that nobody proved', () => {
  const someone = {
    isMember: fc.boolean(),
    isProven: fc.boolean(),
    hasPassword: fc.boolean(),
    isDisabled: fc.boolean(),
  }
  fc.assert(
    fc.property(fc.option(fc.record(someone), { nil: null }), fc.boolean(), (of, isReal) => {
      const asked = askedOf({ person: of, isReal })
      const isNew = asked === 'set' || asked === 'make_own'
      assert.equal(asked === 'set', of === null)
      if (of && isNew) assert.ok(isReal && !of.isDisabled && !(of.isProven && of.hasPassword))
      if (of && !isReal) assert.notEqual(asked, 'make_own')
      if (of?.isDisabled) assert.equal(asked, 'impossible')
    }),
  )
})

test('spec 1.11: an invitation has one status at every moment, and once it is over it stays so', () => {
  const created = Date.UTC(2026, 0, 1)
  const moment = fc.integer({ min: created, max: created + 2 * VALID_MS }).map((at) => new Date(at))
  fc.assert(
    fc.property(fc.option(moment, { nil: null }), moment, moment, fc.boolean(), (closed, one, other, isAccepted) => {
      const row = {
        expires_at: new Date(created + VALID_MS),
        accepted_at: isAccepted ? closed : null,
        revoked_at: isAccepted ? null : closed,
      }
      const [early, late] = one < other ? [one, other] : [other, one]
      const before = statusOf(row, early as Date)
      if (before !== 'open') assert.equal(statusOf(row, late as Date), before)
      if (late && late >= row.expires_at) assert.notEqual(statusOf(row, late), 'open')
    }),
  )
})

test('a mail is tried again after 30 seconds, doubling to an hour', () => {
  assert.deepEqual([1, 2, 3, 8, 50].map(pauseAfter), [30_000, 60_000, 120_000, 3_600_000, 3_600_000])
})

test('what an organization calls itself is one short line in the mail', () => {
  assert.equal(shortLine(' Asha\r\nBcc: x@x.example\u202e '), 'Asha Bcc: x@x.example')
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (name) => {
      assert.ok([...shortLine(name)].length <= 80)
      assert.doesNotMatch(shortLine(name), /[\r\n\0]/)
    }),
  )
})
