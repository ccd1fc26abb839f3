// Audited actions: every change of team, tokens, settings and recharges, with who did it, and never a secret.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Company, type Member, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { openRecharge, payAtCheckout, RECHARGES } from '../../../test/payments.ts'
import { person, walk } from '../../../test/story.ts'
import * as audit from './actions.ts'
import type { AuditEntry } from './schema.ts'

const samvad = await startSamvad()
const PASSWORD = 'correct horse battery staple'
const SMTP_PASSWORD = 'smtp-secret-7781'

/** The entries of an organization's log, oldest first, each once. */
const told = new Map<string, number>()
async function newEntries({ organizationId, token }: Company): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = (await walk(person(samvad, { token }), '/v1/audit_log', 100)).toReversed()
  const fresh = entries.slice(told.get(organizationId) ?? 0)
  told.set(organizationId, entries.length)
  return fresh
}

const moneyOf = (details: object) => {
  const { amount, total, failure_reason } = details as Record<string, unknown>
  return [amount, total, failure_reason]
}
const brief = (entries: AuditEntry[]) => entries.map(({ action, object, details }) => [action, object, details])
const by = (entries: AuditEntry[]) => [...new Set(entries.map(({ actor, user_id }) => user_id ?? actor))]
const idOf = ({ userId }: Member) => publicId('user', userId)

test('spec 1.21: tokens: made and revoked, with what they may do, and without the token', async () => {
  const company = await samvad.newCompany('Asha Textiles')
  const owner = person(samvad, company)
  const token = await owner.make('/v1/tokens', {
    name: 'Shop',
    permissions: ['messages.send'],
    allowed_addresses: ['203.0.113.0/24'],
  })
  assert.equal((await owner.delete(`/v1/tokens/${token.id}`)).status, 204)
  const entries = await newEntries(company)
  const user_id = idOf(company)
  assert.deepEqual(brief(entries), [
    [
      'token.created',
      token.id,
      {
        user_id,
        name: 'Shop',
        permissions: ['messages.send'],
        allowed_addresses: ['203.0.113.0/24'],
        expires_at: null,
      },
    ],
    ['token.revoked', token.id, { user_id, name: 'Shop' }],
  ])
  assert.deepEqual(by(entries), [user_id])
  const [mine] = await samvad.rows<{ id: string }>('select id from tokens where user_id = $1 order by id limit 1', [
    company.userId,
  ])
  assert.ok(entries.every(({ token_id }) => token_id === publicId('token', mine?.id as string)))
  const text = JSON.stringify(entries)
  for (const secret of [token.access_token, token.access_token.slice(-4), company.token])
    assert.ok(!text.includes(secret))
})

test('spec 1.21: roles: made, changed with what they were before, and removed', async () => {
  const company = await samvad.newCompany('Bhavani Foods')
  const owner = person(samvad, company)
  const role = await owner.make('/v1/roles', { name: 'Accountant', permissions: ['balance.view'] })
  await owner.put(`/v1/roles/${role.id}`, { permissions: ['balance.view', 'usage.view'] })
  await owner.delete(`/v1/roles/${role.id}`)
  assert.deepEqual(brief(await newEntries(company)), [
    ['role.created', role.id, { name: 'Accountant', permissions: ['balance.view'] }],
    [
      'role.updated',
      role.id,
      { before: { permissions: ['balance.view'] }, after: { permissions: ['balance.view', 'usage.view'] } },
    ],
    ['role.deleted', role.id, { name: 'Accountant', permissions: ['balance.view', 'usage.view'] }],
  ])
})

test('spec 1.21: members: added, given another role, removed together with their tokens', async () => {
  const company = await samvad.newCompany('Chandra Stores')
  const owner = person(samvad, company)
  const user = await samvad.newPerson(company.organizationId, 'agent', {
    email: 'hari@chandra.example',
    password: PASSWORD,
  })
  await owner.put(`/v1/users/${user.id}`, { role: 'viewer' })
  await owner.delete(`/v1/users/${user.id}`)
  const entries = await newEntries(company)
  assert.deepEqual(brief(entries), [
    ['member.added', user.id, { role: 'agent' }],
    ['member.updated', user.id, { before: { role: 'agent' }, after: { role: 'viewer' } }],
    ['token.revoked', entries[2]?.object, { user_id: user.id, name: 'test' }],
    ['member.removed', user.id, { role: 'viewer' }],
  ])
  const text = JSON.stringify(entries)
  for (const secret of [PASSWORD, 'hari@chandra.example']) assert.ok(!text.includes(secret))
})

test('spec 1.21: a changed password is told to every organization of the user, with the token only where it belongs', async () => {
  const [company, other] = [await samvad.newCompany('Deepa Crafts'), await samvad.newCompany('Other House')]
  const email = 'isha@deepa.example'
  const user = await samvad.newPerson(company.organizationId, 'agent', { email, password: PASSWORD })
  await samvad.newPerson(other.organizationId, 'viewer', { email })
  await newEntries(company)
  await newEntries(other)
  const isha = person(samvad, user)
  const { token_id } = (await isha.get('/v1/me')).body
  assert.equal(
    (await isha.put('/v1/me', { password: `${PASSWORD}!`, current_password: 'wrong, all wrong' })).status,
    422,
  )
  assert.deepEqual(await newEntries(company), [])
  assert.equal((await isha.put('/v1/me', { password: `${PASSWORD}!`, current_password: PASSWORD })).status, 200)
  assert.equal((await isha.put('/v1/me', { display_name: 'Isha Rao' })).status, 200)
  const [here, there] = [await newEntries(company), await newEntries(other)]
  assert.deepEqual(brief(here), [
    ['password.changed', user.id, {}],
    ['member.updated', user.id, { changed: ['display_name'] }],
  ])
  assert.deepEqual(brief(there), [['password.changed', user.id, {}]])
  assert.deepEqual([here[0]?.user_id, here[0]?.token_id], [user.id, token_id])
  assert.deepEqual([there[0]?.user_id, there[0]?.token_id], [user.id, null])
  assert.ok(!JSON.stringify([here, there]).includes('Isha'))
})

test('spec 1.21: organizations: founded by an operator, and renamed by an owner', async () => {
  const operator = await samvad.newMember(samvad.company.organizationId, 'viewer')
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  const made = await person(samvad, operator).make('/v1/organizations', {
    name: 'Esha Books',
    owner_email: 'esha@books.example',
  })
  // The new owner has no token yet.
  const { data } = await audit.list(samvad.app.database.reads, uuidOf('org', made.id), {})
  assert.deepEqual(brief(data.toReversed()), [
    ['organization.created', made.id, { name: 'Esha Books' }],
    ['invitation.created', data[0]?.object, { role: 'owner' }],
  ])
  assert.deepEqual(by(data), [idOf(operator)])
})

test('spec 1.21: channels: the mail account with all but its password', async () => {
  const company = await samvad.newCompany('Farida Motors')
  const owner = person(samvad, company)
  const account = { host: 'mail.farida.example', port: 587, user: 'mailer', from: 'Farida <hello@farida.example>' }
  const set = (more: object) => owner.put('/v1/channels/email', { ...account, ...more })
  assert.equal((await set({ password: SMTP_PASSWORD })).status, 200)
  assert.equal((await set({})).status, 200)
  assert.equal((await set({ from: 'hello@farida.example' })).status, 200)
  assert.equal((await owner.delete('/v1/channels/email')).status, 204)
  const entries = await newEntries(company)
  const unset = { host: null, port: null, secure: null, user: null, from: null }
  assert.deepEqual(brief(entries), [
    [
      'channel_account.updated',
      'email',
      { before: unset, after: { ...account, secure: false }, password_changed: true },
    ],
    [
      'channel_account.updated',
      'email',
      { before: { from: account.from }, after: { from: 'hello@farida.example' }, password_changed: false },
    ],
    ['channel_account.removed', 'email', {}],
  ])
  assert.ok(!JSON.stringify(entries).includes(SMTP_PASSWORD))
})

test('spec 1.21: the billing profile: who is invoiced, and of addresses only that they changed', async () => {
  const company = await samvad.newCompany('Gauri Tours')
  const owner = person(samvad, company)
  const profile = {
    legal_name: 'Gauri Tours LLP',
    state_code: '27',
    email: 'money@gauri.example',
    address_lines: ['12 Hill Road'],
  }
  assert.equal((await owner.put('/api/v1/billing/profile', profile)).status, 200)
  assert.equal((await owner.put('/api/v1/billing/profile', { legal_name: 'Gauri Tours LLP' })).status, 200)
  assert.equal((await owner.put('/api/v1/billing/profile', { gstin: '27AAAAA0000A1Z6' })).status, 422)
  const entries = await newEntries(company)
  assert.deepEqual(brief(entries), [
    [
      'billing_profile.updated',
      null,
      {
        changed: ['legal_name', 'address_lines', 'state_code', 'email'],
        legal_name: 'Gauri Tours LLP',
        gstin: null,
        state_code: '27',
      },
    ],
  ])
})

test('spec 1.21: recharges: asked for and retried by a user, settled by the program', async () => {
  const company = await samvad.newCompany('Hema Spices')
  const headers = { 'idempotency-key': 'one' }
  const recharge = await openRecharge(samvad, '500.00', {}, company)
  await payAtCheckout(recharge.checkout_url, 'bank_declined')
  const owner = person(samvad, company)
  const retry = () => owner.post(`${RECHARGES}/${recharge.id}/retry`, undefined, { headers })
  assert.deepEqual([(await retry()).status, (await retry()).status], [200, 200])
  await payAtCheckout(recharge.checkout_url, 'success')
  const entries = (await newEntries(company)).filter(({ action }) => action.startsWith('recharge.'))
  assert.deepEqual(
    entries.map(({ action, object, actor, details }) => [action, object, actor, ...moneyOf(details)]),
    [
      ['recharge.created', recharge.id, 'user', '500.00', '590.00', null],
      ['recharge.failed', recharge.id, 'system', '500.00', '590.00', 'bank_declined'],
      ['recharge.retried', recharge.id, 'user', '500.00', '590.00', null],
      ['recharge.succeeded', recharge.id, 'system', '500.00', '590.00', null],
    ],
  )
  const paid = (await owner.get('/api/v1/billing/transactions?kind=recharge&status=completed')).body.data[0]
  const { transaction_id, invoice_id } = entries.at(-1)!.details as Record<string, string>
  assert.deepEqual([transaction_id, invoice_id], [paid.id, paid.invoice_id])
})
