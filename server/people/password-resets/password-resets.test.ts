// A forgotten password: reset by its owner, and attempts of others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import { startSamvad } from '../../../test/harness.ts'
import { eventually } from '../../../test/program.ts'
import { addTotp, codeOf, openBrowser, SESSION, signedIn } from '../../../test/sessions.ts'
import { assertRefused } from '../../../test/story.ts'
import { request } from './actions.ts'

const samvad = await startSamvad()
samvad.startWorker()
const RESET = '/console/password_reset'
const NEW = 'rain-over-sahyadri'

const ask = (email: string, headers: Record<string, string> = {}) =>
  openBrowser(samvad).ask('POST', RESET, { email }, headers)
const complete = (token: string, password = NEW) =>
  openBrowser(samvad).ask('POST', `${RESET}/complete`, { token, password })

const mailsTo = async ({ email, token }: { email: string; token: string }): Promise<any[]> => {
  const path = `/v1/sandbox/messages?channel=email&limit=100&address=${encodeURIComponent(email)}`
  return (await samvad.request('GET', path, { token })).body.data.filter((mail: any) => /reset#/.test(mail.text))
}
const linkIn = (text: string) => /\/console\/reset#([\w-]{43})\s/.exec(text)?.[1] ?? ''

async function linkFor(who: { email: string; token: string }): Promise<string> {
  const before = (await mailsTo(who)).length
  assert.equal((await ask(who.email)).status, 202)
  return eventually('a mail', async () => {
    const mails = await mailsTo(who)
    return mails.length > before && linkIn(mails[0].text)
  })
}

test('spec 2.27: the mailed link sets a new password once; sessions end, tokens and factors stay', async () => {
  const asha = await signedIn(samvad)
  const { secret } = await addTotp(samvad, asha)
  const token = await linkFor(asha)
  assert.notEqual(token, '')
  assertRefused(await complete(token, 'short'), 422, 'invalid_content', 'password')
  assert.equal((await asha.browser.ask('GET', SESSION)).status, 200)
  const done = await complete(token)
  assert.equal(done.status, 204, done.text)
  assert.deepEqual(done.headers.getSetCookie(), [])
  assertRefused(await complete(token, 'another-password-2'), 404, 'not_found')
  assert.equal((await asha.browser.ask('GET', SESSION)).status, 204)
  assert.equal((await samvad.request('GET', '/v1/me', { token: asha.token })).status, 200)
  const browser = openBrowser(samvad)
  assert.equal((await browser.signIn(asha.email)).status, 401)
  const step = await browser.signIn(asha.email, { password: NEW })
  assert.equal(step.status, 200, step.text)
  assert.equal((await browser.finish(step, { code: codeOf(samvad, secret) })).status, 201)
  const logged = await samvad.rows("select from audit_log where action = 'password.changed' and user_id = $1", [
    asha.userId,
  ])
  assert.equal(logged.length, 1)
})

test('spec 2.27: of the same link at once one counts, and of several links none behind the first', async () => {
  const asha = await signedIn(samvad)
  const [first, second] = [await linkFor(asha), await linkFor(asha)]
  assert.notEqual(first, second)
  const answers = await Promise.all(Array.from({ length: 4 }, (_, index) => complete(first, `${NEW}-${index}`)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 404, 404, 404])
  assertRefused(await complete(second), 404, 'not_found')
  const rights = await Promise.all(
    [0, 1, 2, 3].map(
      async (index) => (await openBrowser(samvad).signIn(asha.email, { password: `${NEW}-${index}` })).status,
    ),
  )
  assert.deepEqual(
    rights,
    answers.map(({ status }) => (status === 204 ? 201 : 401)),
  )
})

test('spec 2.27: a link is over after an hour; what is no link is told nothing else', async () => {
  const asha = await signedIn(samvad)
  const token = await linkFor(asha)
  const said = async (text: string) => {
    const { request_id: _, ...rest } = (await complete(text)).body
    return rest
  }
  samvad.setClock(new Date(Date.now() + 3600 * 1000 + 1000))
  try {
    assert.deepEqual(await said(token), await said('A'.repeat(43)))
    assertRefused(await complete(token), 404, 'not_found')
  } finally {
    samvad.setClock(null)
  }
  assert.equal((await complete(token)).status, 204)
})

test('spec 2.27: known and unknown addresses answer alike, and nothing is mailed to who has none', async () => {
  const asha = await signedIn(samvad)
  const answers = [await ask(asha.email), await ask('ghost@nowhere.example'), await ask('no address')]
  for (const { status, text } of answers) assert.deepEqual([status, text], [202, ''])
  await eventually('all are done', async () => (await samvad.rows('select from letters')).length === 0)
  assert.deepEqual(
    await samvad.rows("select from sandbox_messages where address in ('ghost@nowhere.example', 'no address')"),
    [],
  )
  const statementsFor = async (email: string) => {
    const texts: string[] = []
    const record = <Work extends (statement: Statement) => unknown>(run: Work) =>
      ((statement) => {
        texts.push(statement.text)
        return run(statement)
      }) as Work
    const database = Object.create(samvad.app.database) as Database
    database.transaction = (work, owner) =>
      samvad.app.database.transaction(
        (tx) =>
          work({ rows: record(tx.rows), row: record(tx.row), run: record(tx.run), onCommit: record(tx.onCommit) }),
        owner,
      )
    await request({ ...samvad.app, database }, { address: '127.0.0.1' }, email)
    return texts
  }
  const known = await samvad.newPerson(samvad.company.organizationId, 'agent', {})
  const texts = await statementsFor(known.email)
  assert.ok(texts.length >= 3)
  assert.deepEqual(await statementsFor('another@nowhere.example'), texts, 'the same statements, so the same time')
})

test('spec 2.27: who asks again and again waits, and a person gets three links in an hour at most', async () => {
  const asha = await signedIn(samvad)
  await eventually('all are done', async () => (await samvad.rows('select from letters')).length === 0)
  const start = new Date()
  samvad.setClock(start)
  try {
    const of = async (email: string) => {
      const statuses: number[] = []
      for (let time = 0; time < 7; time++) statuses.push((await ask(email)).status)
      return statuses
    }
    assert.deepEqual(await of(asha.email), [202, 202, 202, 202, 202, 429, 429])
    assert.deepEqual(await of('other-ghost@nowhere.example'), [202, 202, 202, 202, 202, 429, 429])
  } finally {
    samvad.setClock(null)
  }
  await eventually('all are done', async () => (await samvad.rows('select from letters')).length === 0)
  assert.equal((await mailsTo(asha)).length, 3)
  // Signing in is not delayed by it.
  assert.equal((await openBrowser(samvad).signIn(asha.email)).status, 201)
})

test('spec 2.27: it is for pages of ours, in JSON', async () => {
  const asha = await signedIn(samvad)
  assertRefused(await ask(asha.email, { origin: 'https://evil.example' }), 403, 'permission_denied')
  assertRefused(await ask(asha.email, { 'sec-fetch-site': 'cross-site' }), 403, 'permission_denied')
  const form = await samvad.request('POST', RESET, { token: null, form: { email: asha.email } })
  assert.equal(form.status, 415)
  assert.deepEqual(await mailsTo(asha), [])
})

test('spec 2.27: no token is stored that opens anything, and no address that was typed', async () => {
  const asha = await signedIn(samvad)
  const token = await linkFor(asha)
  await ask('typed@nowhere.example')
  const rows = await samvad.rows<{ row: string }>(
    'select p::text as row from password_resets p union all select l::text from letters l',
  )
  assert.ok(rows.length > 0)
  for (const { row } of rows) for (const text of [token, 'typed@', asha.email]) assert.ok(!row.includes(text))
})
