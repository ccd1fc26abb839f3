// Invitations: spec 1.11.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSecret, passwordMatches } from '#kit/crypto.ts'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { acceptBy, invite, inviteBySandbox, linkIn, PASSWORD, sandboxMail, signIn } from '../../../test/invitations.ts'
import { addTotp, codeOf, openBrowser, signedIn } from '../../../test/sessions.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { VALID_MS } from './rules.ts'

const samvad = await startSamvad()
const { company } = samvad
const owner = person(samvad)
samvad.startWorker()

const shownWithoutTime = ({ id, created_at, expires_at, ...rest }: any) => ({ ...rest, lasts: expires_at - created_at })
const page = (link: string) => samvad.request('GET', link, { token: null })
const auditOf = async (organization = company) =>
  (await person(samvad, organization).get('/v1/audit_log?limit=100')).body.data.toReversed() as any[]
const eventsOf = (organizationId: string) =>
  samvad.rows<{ type: string; object_id: string; payload: any }>(
    `select type, object_id, payload from events where org_id = $1 order by id`,
    [organizationId],
  )

test('spec 1.11, 21.30: somebody is invited, reads the mail, sets their own password and is in the inbox, signed in', async () => {
  const firm = await samvad.newCompany('Ganga & <Books>')
  const invited = await invite(samvad, firm, ' Hari@Ganga.example', 'agent')
  assert.equal(invited.status, 202)
  assert.equal(invited.headers.get('location'), `/v1/invitations/${invited.body.id}`)
  const shown = { email: 'hari@ganga.example', role: 'agent', status: 'open', lasts: 7 * 24 * 3600 }
  assert.deepEqual(shownWithoutTime(invited.body), shown)
  assert.equal((await samvad.rows(`select 1 from users where email = 'hari@ganga.example'`)).length, 0)

  const mail = await sandboxMail(samvad, firm, 'hari@ganga.example')
  assert.match(mail.raw, /^Auto-Submitted: auto-generated/m)
  assert.match(mail.raw, new RegExp(`^Message-ID: <${invited.body.id}@`, 'm'))
  assert.match(mail.raw, /multipart\/alternative/)
  assert.equal(mail.subject, 'Invitation to join Ganga & <Books>')
  assert.ok(mail.html.includes('Ganga &amp; &lt;Books&gt;') && mail.text.includes('Ganga & <Books>'))
  const [link] = /\/console\/invitations\/[\w-]{43}/.exec(mail.text) as unknown as [string]
  assert.ok(mail.html.includes(link))

  const asked = await page(link)
  assert.equal(asked.status, 200)
  assert.ok(asked.text.includes('Join Ganga &amp; &lt;Books&gt;') && asked.text.includes('Agent'))
  assert.ok(asked.text.includes('name="display_name"') && !asked.text.includes('<script'))
  const headers = Object.fromEntries(asked.headers)
  assert.match(headers['content-security-policy'] ?? '', /default-src 'none';.*style-src 'sha256-/)
  assert.deepEqual([headers['cache-control'], headers['referrer-policy']], ['no-store', 'same-origin'])

  const form = { display_name: 'Hari Das', password: PASSWORD }
  const done = await samvad.request('POST', link, { token: null, form, headers: { origin: samvad.url } })
  assert.equal(done.status, 303, done.text)
  assert.equal(done.headers.get('location'), `/console/${publicId('org', firm.organizationId)}/inbox`)
  const cookie = done.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const session = (await samvad.request('GET', '/console/session', { token: null, headers: { cookie } })).body
  assert.deepEqual(
    [session.user.display_name, session.organization.name, session.role],
    ['Hari Das', 'Ganga & <Books>', 'agent'],
  )
  assert.equal((await signIn(samvad, 'hari@ganga.example', PASSWORD)).status, 201)

  const [stored] = await samvad.rows<any>(`select * from users where email = 'hari@ganga.example'`)
  assert.match(stored.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.ok(await passwordMatches(PASSWORD, stored.password_hash))
  // The link was only read in a sandbox: the address is not proven.
  assert.equal(stored.email_proven_at, null)

  const userId = session.user.id
  const again = await person(samvad, firm).get(`/v1/invitations/${invited.body.id}`)
  assert.deepEqual(again.body, { ...invited.body, status: 'accepted' })
  const told = (await eventsOf(firm.organizationId)).map(({ type }) => type)
  assert.deepEqual(told, ['invitation.created', 'user.added', 'invitation.accepted'])
  const log = (await auditOf(firm)).map(({ action, object, user_id, details }) => [action, object, user_id, details])
  const by = publicId('user', firm.userId)
  assert.deepEqual(log, [
    ['invitation.created', invited.body.id, by, { role: 'agent' }],
    ['member.added', userId, userId, { role: 'agent' }],
    ['invitation.accepted', invited.body.id, userId, { role: 'agent', invited_by: by }],
  ])
  assert.ok(!JSON.stringify(log).includes('ganga.example'))
})

test('spec 1.12: the answer, and what is stored, is the same whether or not somebody has the address', async () => {
  const known = await samvad.newPerson((await samvad.newCompany('Elsewhere')).organizationId, 'owner', {
    name: 'Kiran',
  })
  const [one, other] = [await invite(samvad, company, known.email), await invite(samvad, company, 'nobody@x.example')]
  assert.deepEqual(shownWithoutTime({ ...one.body, email: '' }), shownWithoutTime({ ...other.body, email: '' }))
  assert.deepEqual([one.status, other.status], [202, 202])
  assert.ok(!one.text.includes('Kiran') && !one.text.includes(known.id))
  const events = await eventsOf(company.organizationId)
  assert.ok(!JSON.stringify(events).includes(known.id))
})

test('spec 1.14: one who has the address joins with their own password, and nothing of them changes', async () => {
  const other = await samvad.newCompany('Other House')
  const isha = await samvad.newPerson(other.organizationId, 'viewer', { name: 'Isha Rao', password: PASSWORD })
  const link = await inviteBySandbox(samvad, company, isha.email)
  const [before] = await samvad.rows('select * from users where id = $1', [isha.userId])
  assert.ok(!(await page(link)).text.includes('display_name'))
  assertRefused(await acceptBy(samvad, link, { password: 'a-password-of-the-inviter' }), 401, 'sign_in_failed')
  assertRefused(await acceptBy(samvad, link, { display_name: 'Renamed' }), 401, 'sign_in_failed')
  const joined = await acceptBy(samvad, link, { password: PASSWORD, display_name: 'Renamed' })
  assert.equal(joined.status, 201)
  assert.deepEqual([joined.body.user.id, joined.body.user.display_name], [isha.id, 'Isha Rao'])
  assert.equal(joined.body.organization.id, publicId('org', company.organizationId))
  assert.deepEqual((await samvad.rows('select * from users where id = $1', [isha.userId]))[0], before)
  assert.equal((await person(samvad, isha).get('/v1/me')).body.organization.name, 'Other House')

  // The other organization gets no event or audit entry about it.
  const told = JSON.stringify([await eventsOf(other.organizationId), await auditOf(other)])
  assert.ok(!told.includes('Asha Textiles') && !told.includes(publicId('org', company.organizationId)))

  const twice = await inviteBySandbox(samvad, company, isha.email)
  const { text } = await page(twice)
  assert.match(text, /already a member/)
  assert.ok(text.includes(`href="/console/${publicId('org', company.organizationId)}/inbox"`), text)
  assertRefused(await acceptBy(samvad, twice, { password: PASSWORD }), 409, 'already_exists')
})

test('spec 1.11: a link works once, for 7 days, until it is revoked or replaced; whatever is wrong looks the same', async () => {
  const json = { display_name: 'Lata', password: PASSWORD }
  const used = await inviteBySandbox(samvad, company, 'lata@x.example')
  assert.equal((await acceptBy(samvad, used, json)).status, 201)
  const revoked = await inviteBySandbox(samvad, company, 'meena@x.example')
  const [open] = (await owner.get('/v1/invitations?limit=1')).body.data
  assert.equal((await owner.delete(`/v1/invitations/${open.id}`)).status, 204)
  assert.equal((await owner.get(`/v1/invitations/${open.id}`)).body.status, 'revoked')
  assertRefused(await owner.delete(`/v1/invitations/${open.id}`), 409, 'conflict')
  const replaced = await inviteBySandbox(samvad, company, 'nila@x.example')
  const next = await inviteBySandbox(samvad, company, 'nila@x.example', 'viewer')
  assert.notEqual(next, replaced)
  const expired = await inviteBySandbox(samvad, company, 'old@x.example')
  try {
    samvad.setClock(new Date(Date.now() + VALID_MS + 1000))
    assert.equal((await page(expired)).status, 404)
    const late = (await owner.get('/v1/invitations?limit=1')).body.data[0]
    assert.deepEqual([late.email, late.status], ['old@x.example', 'expired'])
  } finally {
    samvad.setClock(null)
  }
  assert.equal((await page(expired)).status, 200)

  const pages = new Set<string>()
  for (const link of [used, revoked, replaced, '/console/invitations/x', `${next}x`]) {
    const { status, text } = await page(link)
    assert.equal(status, 404)
    pages.add(text)
    assertRefused(await acceptBy(samvad, link, json), 404, 'not_found')
    const form = await samvad.request('POST', link, { token: null, form: json })
    assert.equal(form.status, 404)
    pages.add(form.text)
  }
  assert.equal(pages.size, 1)
  assert.ok(![...pages].some((text) => text.includes('Asha Textiles')))
  assert.ok([...pages].every((text) => text.includes('href="/console/"')))
  assert.equal((await acceptBy(samvad, next, json)).body.role, 'viewer')
  const closed = (await auditOf()).filter(({ action }) => action === 'invitation.revoked')
  assert.deepEqual(
    closed.map(({ details }) => details),
    [{ role: 'agent' }, { role: 'agent' }],
  )
})

test('spec 1.11: two who open the same link at once: one of them joins', async () => {
  const link = await inviteBySandbox(samvad, company, 'once@x.example')
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((display_name) => acceptBy(samvad, link, { display_name, password: PASSWORD })),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  assert.equal(statuses[0], 201)
  assert.ok(
    statuses.slice(1).every((status) => status === 404 || status === 409),
    String(statuses),
  )
  const rows = await samvad.rows(`select 1 from users where email = 'once@x.example'`)
  assert.equal(rows.length, 1)
})

test('spec 1.13: the role is bounded by what its maker holds, when inviting and when it is accepted', async () => {
  const firm = await samvad.newCompany('Deccan Foods')
  const json = { display_name: 'New', password: PASSWORD }
  const admin = await samvad.newMember(firm.organizationId, 'admin')
  assertRefused(await invite(samvad, admin, 'a@x.example', 'owner'), 403, 'permission_denied', 'role')
  assertRefused(await invite(samvad, admin, 'a@x.example', 'chief'), 422, 'invalid_content', 'role')

  // An admin can neither revoke nor replace an owner's invitation to a role that the admin may not give.
  const byOwner = await invite(samvad, firm, 'a@x.example', 'owner')
  const path = `/v1/invitations/${byOwner.body.id}`
  assertRefused(await person(samvad, admin).delete(path), 403, 'permission_denied', 'role')
  assertRefused(await invite(samvad, admin, 'a@x.example', 'agent'), 403, 'permission_denied', 'role')
  assert.equal((await person(samvad, firm).get(path)).body.status, 'open')

  const link = await inviteBySandbox(samvad, firm, 'b@x.example')
  const fromAdmin = await invite(samvad, admin, 'c@x.example', 'agent')
  assert.equal(fromAdmin.status, 202)
  const role = await person(samvad, firm).make('/v1/roles', { name: 'Clerk', permissions: ['contacts.view'] })
  const clerk = await inviteBySandbox(samvad, firm, 'd@x.example', role.id)
  assertRefused(await person(samvad, firm).delete(`/v1/roles/${role.id}`), 409, 'conflict')
  assert.match((await page(clerk)).text, /<strong>Clerk<\/strong>/)
  const { text } = await sandboxMail(samvad, firm, 'c@x.example')
  const [ofAdmin] = /\/console\/invitations\/[\w-]+/.exec(text) as unknown as [string]
  assert.equal((await page(ofAdmin)).status, 200)
  const demoted = await person(samvad, firm).put(`/v1/users/${publicId('user', admin.userId)}`, { role: 'viewer' })
  assert.equal(demoted.status, 200)
  assert.equal((await page(ofAdmin)).status, 404)
  assertRefused(await acceptBy(samvad, ofAdmin, json), 404, 'not_found')
  assert.equal((await acceptBy(samvad, link, json)).status, 201)
  // Without permission to view conversations, the console opens the first page that the role may see.
  const entered = await samvad.request('POST', clerk, { token: null, form: json })
  assert.deepEqual(
    [entered.status, entered.headers.get('location')],
    [303, `/console/${publicId('org', firm.organizationId)}`],
  )
  assert.equal((await signIn(samvad, 'd@x.example', PASSWORD)).body.role, role.id)
})

test('spec 2.11: only our own page, and nobody without the right origin, accepts; too short a password is told on the page', async () => {
  const link = await inviteBySandbox(samvad, company, 'page@x.example')
  const json = { display_name: '<b>Pia</b>', password: PASSWORD }
  for (const origin of ['https://evil.example', 'null'])
    assertRefused(await acceptBy(samvad, link, json, { origin }), 403, 'permission_denied')
  const short = await samvad.request('POST', link, { token: null, form: { ...json, password: 'x'.repeat(11) } })
  assert.equal(short.status, 422)
  assert.ok(
    short.text.includes('Password: Enter at least 12 characters.') && short.text.includes('&lt;b&gt;Pia&lt;/b&gt;'),
  )
  assert.ok(!short.text.includes('x'.repeat(11)))
  const nameless = await acceptBy(samvad, link, { password: PASSWORD })
  assertRefused(nameless, 422, 'invalid_content', 'display_name')
  assertRefused(await acceptBy(samvad, link, { ...json, role: 'owner' }), 422, 'invalid_content', 'role')
  assert.equal((await samvad.rows(`select 1 from users where email = 'page@x.example'`)).length, 0)
  assert.equal((await acceptBy(samvad, link, json, { origin: samvad.url })).status, 201)
})

test('spec 18.1: only the hash of a link is stored', async () => {
  const link = await inviteBySandbox(samvad, company, 'hash@x.example')
  const token = link.split('/').at(-1) as string
  const stored = await samvad.rows<{ hash: Buffer; row: string }>('select hash, l::text as row from invitation_links l')
  assert.ok(stored.some(({ hash }) => hash.equals(hashSecret(token))))
  const rows = await samvad.rows<{ row: string }>(
    'select i::text as row from invitations i union all select e::text from events e',
  )
  assert.ok([...stored, ...rows].every(({ row }) => !row.includes(token)))
})

test('spec 1.19: an operator makes an organization, and whoever has the address is invited to own it', async () => {
  const operator = await samvad.newMember(company.organizationId, 'admin')
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  const json = { name: 'Esha Books', owner_email: 'Esha@Books.example' }
  const made = await person(samvad, operator).post('/v1/organizations', json)
  assert.equal(made.status, 201)
  const organizationId = uuidOf('org', made.body.id)
  assert.equal((await samvad.rows('select 1 from memberships where org_id = $1', [organizationId])).length, 0)
  samvad.app.wake('invitation')
  // The new organization has no members yet: only the operator can read the mail in the sandbox.
  const { id, text } = await sandboxMail(samvad, operator, 'esha@books.example')
  assert.equal((await person(samvad, company).get(`/v1/sandbox/messages/${id}`)).status, 404)
  assert.deepEqual(await samvad.rows('select 1 from sandbox_messages where org_id = $1', [organizationId]), [])
  const joined = await acceptBy(samvad, linkIn(text), { display_name: 'Esha', password: PASSWORD })
  assert.equal(joined.body.role, 'owner', joined.text)
  assertRefused(
    await person(samvad, operator).post('/v1/organizations', { ...json, owner_password: PASSWORD }),
    422,
    'invalid_content',
    'owner_password',
  )
})

test('spec 1.14, 2.22: whoever has a second factor joins with the password, and signs in with both', async () => {
  const asha = await signedIn(samvad)
  const { secret } = await addTotp(samvad, asha)
  const other = await samvad.newCompany('Joined Jute')
  const link = await inviteBySandbox(samvad, other, asha.email, 'viewer')
  const again = await inviteBySandbox(samvad, await samvad.newCompany('Joined Silk'), asha.email, 'agent')
  const paged = await samvad.request('POST', again, { token: null, form: { password: PASSWORD } })
  assert.deepEqual([paged.status, paged.headers.getSetCookie()], [200, []])
  assert.match(paged.text, /href="\/console\/sign-in\?to=%2Forg_\w+%2Finbox"/)
  const browser = openBrowser(samvad)
  const step = await browser.ask('POST', link, { password: PASSWORD })
  assert.equal(step.status, 200, step.text)
  assert.deepEqual(step.headers.getSetCookie(), [])
  const done = await browser.finish(step, { code: codeOf(samvad, secret) })
  assert.deepEqual([done.status, done.body.organization.name, done.body.role], [201, 'Joined Jute', 'viewer'])
})
