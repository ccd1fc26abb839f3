// Changing one's own address: by its owner, and attempts of a neighbour and of the thief of a session.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { addTotp, openBrowser, PASSWORD, SESSION, type SignedIn, signedIn } from '../../../test/sessions.ts'
import { assertRefused } from '../../../test/story.ts'

const samvad = await startSamvad()
samvad.startWorker()
const ADDRESS = `${SESSION}/address`
const UNDO = '/console/address/undo'
const DAY_MS = 24 * 3600 * 1000
let count = 0
const newAddress = () => `anew${++count}@company.example`

const ask = ({ browser }: SignedIn, email: string) => browser.ask('POST', ADDRESS, { email })
const shown = async ({ browser }: SignedIn) => (await browser.ask('GET', ADDRESS)).body
const confirm = ({ browser }: SignedIn, token: string) => browser.ask('POST', `${ADDRESS}/confirm`, { token })
const undo = (token: string) => openBrowser(samvad).ask('POST', UNDO, { token })

const mailsTo = async (address: string, { token }: SignedIn): Promise<any[]> => {
  const path = `/v1/sandbox/messages?channel=email&limit=100&address=${encodeURIComponent(address)}`
  return (await samvad.request('GET', path, { token })).body.data
}
const settled = () =>
  eventually('all letters are mailed', async () => (await samvad.rows('select from letters')).length === 0)
const linkIn = async (does: 'confirm' | 'undo', address: string, who: SignedIn): Promise<string> =>
  eventually(`a link to ${does}`, async () => {
    for (const { text } of await mailsTo(address, who)) {
      const found = new RegExp(`/console/address#${does}\\.([\\w-]{43})\\s`).exec(text)?.[1]
      if (found) return found
    }
    return ''
  })

async function changed(who: SignedIn, to = newAddress()) {
  const asked = await ask(who, to)
  assert.equal(asked.status, 202, asked.text)
  const link = await linkIn('confirm', to, who)
  const done = await confirm(who, link)
  assert.equal(done.status, 204, done.text)
  return { to, link }
}
const emailOf = async ({ userId }: SignedIn) =>
  (await samvad.rows<{ email: string }>('select email from users where id = $1', [userId]))[0]?.email
const at = async <T>(when: number, work: () => Promise<T>): Promise<T> => {
  samvad.setClock(new Date(when))
  try {
    return await work()
  } finally {
    samvad.setClock(null)
  }
}

test('spec 1.70, 1.72: until the link is confirmed nothing changes; then one signs in with the new address, other sessions end, and the log has it', async () => {
  const asha = await signedIn(samvad)
  const elsewhere = openBrowser(samvad)
  assert.equal((await elsewhere.signIn(asha.email)).status, 201)
  const to = newAddress()
  const asked = await ask(asha, ` ${to.toUpperCase()} `)
  assert.deepEqual([asked.status, asked.text], [202, ''])
  const link = await linkIn('confirm', to, asha)
  await settled()
  const { pending, email } = await shown(asha)
  assert.deepEqual([email, pending.email], [asha.email, to])
  assert.equal(await emailOf(asha), asha.email)
  assert.equal((await mailsTo(asha.email, asha)).length, 1, 'the address so far is told at once')
  assert.equal((await openBrowser(samvad).signIn(to)).status, 401)

  assertRefused(await confirm(asha, 'A'.repeat(43)), 404, 'not_found')
  assert.equal((await confirm(asha, link)).status, 204)
  assertRefused(await confirm(asha, link), 404, 'not_found')
  assert.deepEqual(await shown(asha), { email: to, pending: null })
  assert.equal((await elsewhere.ask('GET', SESSION)).status, 204)
  assert.equal((await openBrowser(samvad).signIn(asha.email)).status, 401)
  assert.equal((await openBrowser(samvad).signIn(to)).status, 201)
  const logged = await samvad.rows("select details from audit_log where action = 'address.changed' and user_id = $1", [
    asha.userId,
  ])
  assert.deepEqual(logged, [{ details: { before: asha.email, after: to } }])
  // The link was only shown in the sandbox, which proves nothing.
  const proven = 'select email_proven_at from users where id = $1'
  assert.deepEqual(await samvad.rows(proven, [asha.userId]), [{ email_proven_at: null }])
})

test('spec 1.71: an address that somebody has is answered as any other; only its holder is told, and no link is sent', async () => {
  const asha = await signedIn(samvad)
  const meera = await signedIn(samvad, 'agent')
  const free = newAddress()
  const one = await ask(asha, free)
  const link = await linkIn('confirm', free, asha)
  const other = await ask(asha, meera.email.toUpperCase())
  assert.deepEqual([one.status, one.text], [other.status, other.text])
  assert.equal((await shown(asha)).pending.email, meera.email)
  await settled()
  const told = await mailsTo(meera.email, meera)
  assert.deepEqual(
    told.map(({ subject }: { subject: string }) => subject),
    ['This email address already has an account'],
  )
  for (const { text } of told) assert.doesNotMatch(text, /#|anew|@/)
  // The first of the two is void: the second replaced it.
  assertRefused(await confirm(asha, link), 404, 'not_found')
  assert.equal(await emailOf(asha), asha.email)
})

test('spec 1.70: a link that reached the wrong mailbox opens nothing there, and one that somebody else was sent is none', async () => {
  const asha = await signedIn(samvad)
  const stranger = await signedIn(samvad, 'agent')
  const to = newAddress()
  await ask(asha, to)
  const link = await linkIn('confirm', to, asha)
  assertRefused(await confirm(stranger, link), 404, 'not_found')
  const nobody = openBrowser(samvad)
  assert.equal((await nobody.ask('POST', `${ADDRESS}/confirm`, { token: link })).status, 401)
  assert.equal((await confirm(asha, link)).status, 204)
  // Taken in the meantime: refused, and nothing changes.
  const wanted = newAddress()
  await ask(stranger, wanted)
  const other = await linkIn('confirm', wanted, stranger)
  await samvad.rows('update users set email = $1 where id = $2', [wanted, asha.userId])
  assertRefused(await confirm(stranger, other), 409, 'already_exists')
  assert.equal(await emailOf(stranger), stranger.email)
})

test('spec 1.9, 1.70: who stole a session or a token cannot begin it, nor send somebody else to do it', async () => {
  const asha = await signedIn(samvad)
  const later = Date.now() + 2 * 3600 * 1000
  assertRefused(await at(later, () => ask(asha, newAddress())), 403, 'fresh_authentication_required')
  const byToken = await samvad.request('POST', ADDRESS, { token: asha.token, json: { email: newAddress() } })
  assert.equal(byToken.status, 403)
  const foreign = await asha.browser.ask('POST', ADDRESS, { email: newAddress() }, { origin: 'https://evil.example' })
  assertRefused(foreign, 403, 'permission_denied')
  const uncounted = await asha.browser.ask('POST', ADDRESS, { email: newAddress() }, { 'x-csrf-token': 'wrong' })
  assertRefused(uncounted, 403, 'permission_denied')
  assertRefused(
    await openBrowser(samvad).ask('POST', UNDO, { token: 'x' }, { origin: 'https://evil.example' }),
    403,
    'permission_denied',
  )
  assertRefused(await ask(asha, 'no address'), 422, 'invalid_content', 'email')
  assertRefused(await ask(asha, asha.email), 422, 'invalid_content', 'email')
  assert.equal((await shown(asha)).pending, null)
})

test('spec 1.73: who took an account over loses it by one press in the mail of its owner: password, sessions, tokens and what they added end', async () => {
  const asha = await signedIn(samvad)
  const { email: own } = asha
  // The thief has a fresh session, and goes as far as possible.
  const { to } = await changed(asha)
  await addTotp(samvad, asha)
  await asha.browser.api('POST', '/v1/tokens', { name: 'left behind' })
  await openBrowser(samvad).ask('POST', '/console/password_reset', { email: to })
  const undoing = await linkIn('undo', own, asha)
  const reset = await eventually('a link for a new password', async () =>
    (await mailsTo(to, asha)).map(({ text }) => /\/console\/reset#([\w-]{43})/.exec(text)?.[1]).find(Boolean),
  )
  assertRefused(await undo('A'.repeat(43)), 404, 'not_found')
  const done = await undo(undoing)
  assert.equal(done.status, 204, done.text)
  assertRefused(await undo(undoing), 404, 'not_found')
  assert.equal(await emailOf(asha), own)
  assert.equal((await asha.browser.ask('GET', SESSION)).status, 204)
  const withToken = async () => (await samvad.request('GET', '/v1/me', { token: asha.token })).status
  await eventually('the token ends', async () => (await withToken()) === 401)
  for (const email of [own, to])
    assert.equal((await openBrowser(samvad).signIn(email, { password: PASSWORD })).status, 401)
  const late = await openBrowser(samvad).ask('POST', '/console/password_reset/complete', {
    token: reset,
    password: 'the-thief-comes-back',
  })
  assertRefused(late, 404, 'not_found')
  assert.deepEqual(await samvad.rows('select from totp_factors where user_id = $1', [asha.userId]), [])
  assert.deepEqual(await samvad.rows('select from recovery_codes where user_id = $1', [asha.userId]), [])
  const logged = await samvad.rows("select details from audit_log where action = 'address.restored' and user_id = $1", [
    asha.userId,
  ])
  assert.deepEqual(logged, [{ details: { before: to, after: own } }])
})

test('spec 1.73: the first owner undoes also what was changed twice; what was there before stays; after seven days it stands', async () => {
  const asha = await signedIn(samvad)
  await addTotp(samvad, asha)
  const added = Date.now()
  await eventually('a moment later', async () => Date.now() > added + 5)
  await changed(asha)
  const second = await changed(asha)
  const undoing = await linkIn('undo', asha.email, asha)
  await settled()
  const week = Date.now() + 7 * DAY_MS
  assertRefused(await at(week + 60_000, () => undo(undoing)), 404, 'not_found')
  assert.equal(await emailOf(asha), second.to)
  assert.equal((await undo(undoing)).status, 204)
  assert.equal(await emailOf(asha), asha.email)
  assert.equal((await samvad.rows('select from totp_factors where user_id = $1', [asha.userId])).length, 1)
  const open = 'select from address_changes where user_id = $1 and ended_at is null'
  assert.deepEqual(await samvad.rows(open, [asha.userId]), [], 'nor can anybody undo the second')
})

test('spec 1.70, 1.74: a request is over after a day, taken back by its owner, and made five times a day', async () => {
  const asha = await signedIn(samvad)
  const to = newAddress()
  await ask(asha, to)
  const link = await linkIn('confirm', to, asha)
  assert.equal((await asha.browser.ask('DELETE', ADDRESS)).status, 204)
  assert.equal((await shown(asha)).pending, null)
  assertRefused(await confirm(asha, link), 404, 'not_found')
  const statuses: number[] = []
  for (let time = 0; time < 6; time++) statuses.push((await ask(asha, newAddress())).status)
  assert.deepEqual(statuses, [202, 202, 202, 202, 429, 429])
  const { pending } = await shown(asha)
  const last = await linkIn('confirm', pending.email, asha)
  await samvad.rows('update address_changes set over_at = now() where user_id = $1', [asha.userId])
  assertRefused(await confirm(asha, last), 404, 'not_found')
  assert.equal(await emailOf(asha), asha.email)
})

test('spec 1.70: no token is stored that opens anything; of another organization one sees nothing of it but the address', async () => {
  const asha = await signedIn(samvad)
  const { to, link } = await changed(asha)
  const undoing = await linkIn('undo', asha.email, asha)
  const rows = await samvad.rows<{ row: string }>(
    'select c::text as row from address_changes c union all select l::text from letters l',
  )
  for (const { row } of rows) for (const text of [link, undoing]) assert.ok(!row.includes(text))
  const user = await samvad.request('GET', `/v1/users/${publicId('user', asha.userId)}`, { token: asha.token })
  assert.equal(user.body.email, to)
})
