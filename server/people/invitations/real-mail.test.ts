// Invitations with a real mail server, and accounts whose address only a sandbox has confirmed.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { GUARD_MS } from '../../../test/guard.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { acceptBy, invite, inviteBySandbox, linkIn, PASSWORD, signIn } from '../../../test/invitations.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { eventually } from '../../../test/program.ts'
import { addTotp, openBrowser } from '../../../test/sessions.ts'
import { assertRefused, person } from '../../../test/story.ts'
import { pauseAfter } from './rules.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const key = { SAMVAD_SECRET_KEY: randomBytes(32).toString('hex') }

/** First without a mail server; then the same installation with one. */
const early = await startSamvad(key)
const samvad = await startSamvad({ ...key, SAMVAD_SMTP_URL: mailbox.url }, { connection: early.connection })
// Two workers with different settings would compete for one mail: each is stopped before the other starts.
const earlyWorker = early.startWorker()
let isReal = false

async function goReal(): Promise<void> {
  if (isReal) return
  isReal = true
  await earlyWorker.stop(GUARD_MS)
  samvad.startWorker()
}

async function inviteByMail(by: { token: string; userId: string }, email: string, role = 'agent'): Promise<string> {
  await goReal()
  const { status, body, text } = await invite(samvad, by, email, role)
  assert.equal(status, 202, text)
  const [mail] = await mailbox.waitFor(({ headers }) => headers['message-id']?.startsWith(`<${body.id}@`) === true)
  return linkIn(mail?.text ?? '')
}

const provenAt = async (email: string) =>
  (
    await samvad.rows<{ email_proven_at: Date | null }>('select email_proven_at from users where email = $1', [email])
  )[0]?.email_proven_at

test('spec 1.10, 1.14: who took an address in a sandbox loses it to whoever has its mailbox, with every sign-in and token', async () => {
  const victim = 'victim@mail.example'
  const attacker = await early.newCompany('Attacker')
  const sandboxLink = await inviteBySandbox(early, attacker, victim, 'owner')
  const taken = await acceptBy(early, sandboxLink, { display_name: 'Not the victim', password: 'chosen-by-attacker' })
  assert.equal(taken.status, 201)
  const userId: string = taken.body.user.id
  const cookie = taken.headers.getSetCookie()[0]?.split(';')[0] as string
  const who = () => samvad.request('GET', '/console/session', { token: null, headers: { cookie } })
  assert.equal((await who()).status, 200)
  // A token of the account that is taken over later, as an attacker would create one.
  const held = await early.newPerson((await early.newCompany('Second')).organizationId, 'owner', { email: victim })
  assert.equal(held.id, userId)
  assert.equal(await provenAt(victim), null)

  const honest = await samvad.newCompany('Honest')
  const link = await inviteByMail(honest, victim)
  const page = await samvad.request('GET', link, { token: null })
  assert.ok(page.text.includes('the address was never confirmed') && !page.text.includes('Not the victim'))
  const mine = { display_name: 'Vikram', password: PASSWORD }
  const joined = await acceptBy(samvad, link, mine)
  assert.equal(joined.status, 201, joined.text)
  assert.deepEqual([joined.body.user.id, joined.body.user.display_name], [userId, 'Vikram'])
  assert.notEqual(await provenAt(victim), null)

  assert.equal((await who()).status, 204)
  await eventually('the token ends', async () => {
    return (await samvad.request('GET', '/v1/me', { token: held.token })).status === 401
  })
  assert.equal((await signIn(samvad, victim, 'chosen-by-attacker')).status, 401)
  const signedIn = await signIn(samvad, victim, PASSWORD)
  assert.equal(signedIn.status, 201)
  const log = (await person(samvad, attacker).get('/v1/audit_log')).body.data
  assert.deepEqual(
    log.slice(0, 2).map(({ action, user_id, token_id }: any) => [action, user_id, token_id]),
    [
      ['password.changed', userId, null],
      ['invitation.accepted', userId, null],
    ],
  )
})

test('spec 1.14: an address that was proven by mail is asked for its password for ever after', async () => {
  const email = 'proven@mail.example'
  const first = await inviteByMail(await samvad.newCompany('First'), email)
  assert.equal((await acceptBy(samvad, first, { display_name: 'Pooja', password: PASSWORD })).status, 201)
  assert.notEqual(await provenAt(email), null)
  const second = await inviteByMail(await samvad.newCompany('Second'), email)
  const taking = { display_name: 'Somebody', password: 'another-password-here' }
  assertRefused(await acceptBy(samvad, second, taking), 401, 'sign_in_failed')
  assert.equal((await acceptBy(samvad, second, { password: PASSWORD })).body.user.display_name, 'Pooja')
})

test('spec 1.14: a member whose address nobody proved makes the account their own by an invitation, and keeps the role', async () => {
  const email = 'old-hand@mail.example'
  const firm = await samvad.newCompany('Old firm')
  const made = await samvad.newPerson(firm.organizationId, 'viewer', { email, password: 'set-by-who-added-them' })
  // Like all users added before invitations existed.
  await samvad.rows('update users set email_proven_at = null where id = $1', [made.userId])
  const link = await inviteByMail(firm, email, 'admin')
  const joined = await acceptBy(samvad, link, { display_name: 'Old hand', password: PASSWORD })
  assert.deepEqual([joined.status, joined.body.role, joined.body.user.id], [201, 'viewer', made.id])
  assert.equal((await signIn(samvad, email, 'set-by-who-added-them')).status, 401)
  const again = await inviteByMail(firm, email)
  assert.match((await samvad.request('GET', again, { token: null })).text, /already a member/)
})

test('spec 1.14: whom the operator made on the command line is vouched for: no mailbox takes their account', async () => {
  const made = await samvad.newPerson(samvad.company.organizationId, 'owner', { password: PASSWORD, name: 'Omkar' })
  const link = await inviteByMail(await samvad.newCompany('Third'), made.email)
  const taking = { display_name: 'Somebody', password: 'another-password-here' }
  assertRefused(await acceptBy(samvad, link, taking), 401, 'sign_in_failed')
  assert.equal((await samvad.request('GET', '/v1/me', { token: made.token })).body.user.display_name, 'Omkar')
})

test('spec 1.14: a link that lay in a sandbox proves nothing later, when there is a mail server', async () => {
  const email = 'later@mail.example'
  const firm = await samvad.newCompany('Fourth')
  // From the sandbox, before the mail server was configured.
  const { tokenOf } = await import('./link.ts')
  const { status, body } = await invite(samvad, firm, email)
  assert.equal(status, 202)
  await goReal()
  await mailbox.waitFor(({ headers }) => headers['message-id']?.startsWith(`<${body.id}@`) === true)
  const [row] = await samvad.rows<{ id: string }>('select id from invitations where org_id = $1', [firm.organizationId])
  const [sandbox, real] = [false, true].map((isReal) => tokenOf(samvad.app.sealer, row?.id as string, isReal))
  assert.notEqual(sandbox, real)
  assert.equal((await samvad.request('GET', `/console/invitations/${sandbox}`, { token: null })).status, 404)
  assert.equal((await samvad.request('GET', `/console/invitations/${real}`, { token: null })).status, 200)
})

test("spec 1.15: the organization's own mail server is not asked, whoever's it is", async () => {
  const own = await startMailbox()
  after(() => own.close())
  const firm = await samvad.newCompany('Own server')
  const settings = { host: own.host, port: own.port, user: null, from: 'a@own.example' }
  await samvad.rows(
    `insert into channel_accounts (org_id, channel, settings, updated_at) values ($1, 'email', $2, now())`,
    [firm.organizationId, settings],
  )
  await inviteByMail(firm, 'ours@mail.example')
  assert.equal(own.connections, 0)
})

test('a mail that the server defers is tried again with the same link; one that it refuses for ever is not', async () => {
  await goReal()
  const firm = await samvad.newCompany('Fifth')
  mailbox.answer((to, tries) =>
    to.startsWith('late') && tries === 0 ? { code: 451 } : to.startsWith('never') ? { code: 550 } : 'accept',
  )
  const made = (await invite(samvad, firm, 'late@mail.example')).body
  const refused = (await invite(samvad, firm, 'never@mail.example')).body
  const dueOf = async (email: string) =>
    (
      await samvad.rows<{ mail_due_at: Date | null; mail_attempts: number }>(
        'select mail_due_at, mail_attempts from invitations where org_id = $1 and email = $2',
        [firm.organizationId, email],
      )
    )[0]
  await eventually('the first try', async () => mailbox.unanswered.some(({ raw }) => raw.includes(`<${made.id}@`)))
  await eventually('the refusal', async () => (await dueOf('never@mail.example'))?.mail_due_at === null)
  await eventually('the pause', async () => {
    const due = await dueOf('late@mail.example')
    return due?.mail_attempts === 1 && (due.mail_due_at?.getTime() ?? 0) - Date.now() < pauseAfter(1)
  })
  try {
    samvad.setClock(new Date(Date.now() + pauseAfter(1) + 1000))
    samvad.app.wake('invitation')
    const [mail] = await mailbox.waitFor(({ raw }) => raw.includes(`<${made.id}@`))
    const before = mailbox.unanswered.find(({ raw }) => raw.includes(`<${made.id}@`))
    assert.equal(linkIn(mail?.text ?? ''), linkIn(before?.text ?? ''))
    assert.ok((mail?.text ?? '').includes('Accept') && (mail?.html ?? '').includes('<a href='))
    assert.equal(mail?.headers['auto-submitted'], 'auto-generated')
    assert.equal((await dueOf('never@mail.example'))?.mail_attempts, 1)
    assert.ok(!mailbox.received.some(({ raw }) => raw.includes(refused.id)))
  } finally {
    samvad.setClock(null)
    mailbox.answer(() => 'accept')
  }
})

test('spec 1.15: an address gets so many mails in a day from all organizations together; what is beyond waits, and nobody is told', async () => {
  await goReal()
  const { MAILS_OF_AN_ADDRESS_A_DAY_MAX } = await import('./rules.ts')
  const email = 'popular@mail.example'
  for (let count = 0; count < MAILS_OF_AN_ADDRESS_A_DAY_MAX; count++)
    assert.equal((await invite(samvad, await samvad.newCompany(`Spam ${count}`), email)).status, 202)
  await mailbox.waitFor(
    () => mailbox.received.filter(({ envelope }) => envelope.to[0] === email).length >= MAILS_OF_AN_ADDRESS_A_DAY_MAX,
  )
  const firm = await samvad.newCompany('One more')
  assert.equal((await invite(samvad, firm, email)).status, 202)
  await eventually('it waits', async () => {
    const [row] = await samvad.rows<{ mail_attempts: number; mail_due_at: Date | null }>(
      'select mail_attempts, mail_due_at from invitations where org_id = $1',
      [firm.organizationId],
    )
    return row?.mail_attempts === 1 && row.mail_due_at !== null
  })
  const mails = mailbox.received.filter(({ envelope }) => envelope.to[0] === email)
  assert.equal(mails.length, MAILS_OF_AN_ADDRESS_A_DAY_MAX)
})

test('spec 1.15: without any mail server an invitation is refused, and says what is missing', async () => {
  const none = await startSamvad({ ...key, SAMVAD_SANDBOX: 'off' }, { connection: early.connection })
  const answer = await invite(none, none.company, 'a@mail.example')
  assertRefused(answer, 422, 'channel_unavailable')
  assert.match(answer.body.detail, /SAMVAD_SMTP_URL/)
  assert.equal((await none.request('GET', '/v1/invitations')).body.data.length, 0)
  assert.ok(publicId('org', none.company.organizationId))
})

test('spec 1.14, 2.27: a reset that was really mailed takes an unproven account from who set it up, with its factors and tokens', async () => {
  const victim = 'second-victim@mail.example'
  const attacker = await early.newCompany('Second attacker')
  await earlyWorker.stop(GUARD_MS)
  const held = await early.newPerson(attacker.organizationId, 'owner', { email: victim, password: PASSWORD })
  await samvad.rows('update users set email_proven_at = null where email = $1', [victim])
  const browser = openBrowser(samvad)
  assert.equal((await browser.signIn(victim)).status, 201)
  await addTotp(samvad, { browser })
  await goReal()
  assert.equal((await openBrowser(samvad).ask('POST', '/console/password_reset', { email: victim })).status, 202)
  const [mail] = await mailbox.waitFor(({ text }) => text?.includes('/console/reset#') ?? false)
  const token = /reset#([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  const json = { token, password: 'rain-over-sahyadri' }
  assert.equal((await openBrowser(samvad).ask('POST', '/console/password_reset/complete', json)).status, 204)
  assert.notEqual(await provenAt(victim), null)
  assert.equal((await browser.ask('GET', '/console/session')).status, 204)
  await eventually('its token is over', async () => {
    const { status } = await samvad.request('GET', '/v1/me', { token: held.token })
    return status === 401
  })
  assert.equal((await openBrowser(samvad).signIn(victim, { password: 'rain-over-sahyadri' })).status, 201)
})
