// The lifetime of sessions, their organization, and how users end or move them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventJobs } from '#events/jobs.ts'
import { endStreams } from '#feed/stream.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { keepShortly } from '../../../test/kept-shortly.ts'
import { eventually } from '../../../test/program.ts'
import { openBrowser, PASSWORD, SESSION, signedIn } from '../../../test/sessions.ts'
import { assertRefused } from '../../../test/story.ts'
import { followAt } from '../../../test/stream.ts'
import { SESSION_KEPT_MS } from './console-door.ts'
import { deviceNameOf } from './device-name.ts'

keepShortly()
const samvad = await startSamvad()
/** Another process on the same database. */
const other = await startSamvad({}, { connection: samvad.connection })
after(() => endStreams())

const LIST = `${SESSION}/list`
const HOUR = 3600
const DAY = 24 * HOUR

async function atTimes(work: (at: (seconds: number) => void) => Promise<void>): Promise<void> {
  const start = Date.now()
  const at = (seconds: number) => samvad.setClock(new Date(start + seconds * 1000))
  at(0)
  try {
    await work(at)
  } finally {
    samvad.setClock(null)
  }
}

const expiryOf = async (id: string) => {
  const rows = await samvad.rows<{ expires_at: Date }>(
    'select expires_at from sessions where user_id = $1 and revoked_at is null',
    [id],
  )
  return rows[0]?.expires_at.getTime() ?? 0
}

test('spec 2.18: a session that is used lives on, one that is not ends after 12 hours', () =>
  atTimes(async (at) => {
    const asha = await signedIn(samvad)
    const idle = await signedIn(samvad)
    const first = await expiryOf(asha.userId)
    at(4 * 60)
    await asha.browser.api('GET', '/v1/me')
    assert.equal(await expiryOf(asha.userId), first, 'noted no more than every five minutes')
    at(11 * HOUR)
    await Promise.all(Array.from({ length: 3 }, () => asha.browser.api('GET', '/v1/me')))
    await eventually('it is noted', async () => (await expiryOf(asha.userId)) === first + 11 * HOUR * 1000)
    at(12 * HOUR + 1)
    assert.equal((await idle.browser.ask('GET', SESSION)).status, 204)
    assert.equal((await idle.browser.api('GET', '/v1/me')).status, 401)
    assert.equal((await asha.browser.ask('GET', SESSION)).status, 200)
  }))

test('spec 2.18: however it is used, it ends after 30 days', () =>
  atTimes(async (at) => {
    const asha = await signedIn(samvad)
    const first = await expiryOf(asha.userId)
    let last = first
    for (let hours = 11; hours < 30 * 24; hours += 11) {
      at(hours * HOUR)
      assert.equal((await asha.browser.ask('GET', SESSION)).status, 200, `${hours} h`)
      await eventually('noted', async () => {
        const now = await expiryOf(asha.userId)
        const isNoted = now > last || now === first - 12 * HOUR * 1000 + 30 * DAY * 1000
        last = now
        return isNoted
      })
    }
    assert.equal(last, first - 12 * HOUR * 1000 + 30 * DAY * 1000)
    at(30 * DAY)
    assert.equal((await asha.browser.ask('GET', SESSION)).status, 204)
  }))

test('spec 2.18: a page that is only left open, with its stream, is no use', () =>
  atTimes(async (at) => {
    const asha = await signedIn(samvad)
    const first = await expiryOf(asha.userId)
    at(HOUR)
    const headers = {
      cookie: [...asha.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'samvad-organization': asha.browser.organization,
    }
    const stream = await followAt(`${samvad.url}/console/api/v1/events/stream`, headers)
    assert.equal(stream.status, 200)
    stream.close()
    await asha.browser.ask('GET', '/health/live')
    assert.equal(await expiryOf(asha.userId), first)
    await asha.browser.ask('GET', LIST)
    await eventually('another call is one', async () => (await expiryOf(asha.userId)) > first)
  }))

test('spec 2.19: signed in again in the same browser, also after it was over, one stays where one was', () =>
  atTimes(async (at) => {
    const second = await samvad.newCompany('Bharat Tools')
    const asha = await signedIn(samvad)
    await samvad.newPerson(second.organizationId, 'admin', { email: asha.email })
    const there = publicId('org', second.organizationId) as string
    await asha.browser.ask('POST', `${SESSION}/organization`, { organization_id: there })
    const before = asha.browser.cookies.get('samvad_session') as string
    const again = await asha.browser.signIn(asha.email)
    assert.equal(again.body.organization.id, there)
    // The earlier one ends with it.
    const thief = openBrowser(samvad)
    thief.cookies.set('samvad_session', before)
    assert.equal((await thief.ask('GET', SESSION)).status, 204)
    at(13 * HOUR)
    assert.equal((await asha.browser.ask('GET', SESSION)).status, 204)
    assert.equal((await asha.browser.signIn(asha.email)).body.organization.id, there)
    // Another user of the same browser starts in the organization that they joined first.
    const ravi = await samvad.newPerson(samvad.company.organizationId, 'agent', { password: PASSWORD })
    assert.equal((await asha.browser.signIn(ravi.email)).body.organization.name, 'Asha Textiles')
    assert.equal((await openBrowser(samvad).signIn(asha.email)).body.organization.name, 'Asha Textiles')
  }))

test('spec 2.20: people see where they are signed in, and nobody else’s', async () => {
  const asha = await signedIn(samvad)
  const phone = openBrowser(
    samvad,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  )
  assert.equal((await phone.signIn(asha.email)).status, 201)
  await signedIn(samvad)
  const { body, text } = await asha.browser.ask('GET', LIST)
  const shown = body.data.map(({ browser, system, address, is_this }: any) => [browser, system, address, is_this])
  assert.deepEqual(shown, [
    ['Safari 19', 'iOS', '127.0.0.1', false],
    ['Firefox 143', 'Linux', '127.0.0.1', true],
  ])
  assert.deepEqual(Object.keys(body.data[0]), [
    'id',
    'is_this',
    'browser',
    'system',
    'address',
    'organization',
    'created_at',
    'last_used_at',
    'expires_at',
  ])
  for (const { cookies } of [phone, asha.browser])
    assert.ok(!text.includes((cookies.get('samvad_session') as string).slice(10)))
})

test('spec 2.20: one that is ended elsewhere is over within 5 seconds in every process; the log says so', async () => {
  const asha = await signedIn(samvad)
  const [lost, office] = [openBrowser(other), openBrowser(other)]
  for (const one of [lost, office]) await one.signIn(asha.email)
  for (const one of [lost, office]) assert.equal((await one.api('GET', '/v1/me')).status, 200)
  const ids = (await asha.browser.ask('GET', LIST)).body.data
    .filter(({ is_this }: { is_this: boolean }) => !is_this)
    .map(({ id }: { id: string }) => id)
  const ravi = await signedIn(samvad)
  assertRefused(await ravi.browser.ask('DELETE', `${LIST}/${ids[0]}`), 404, 'not_found')
  // From another page, or without this session's token.
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'x-csrf-token': ravi.browser.csrf },
    { 'x-csrf-token': '' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[])
    assertRefused(await asha.browser.ask('DELETE', `${LIST}/${ids[0]}`, undefined, headers), 403, 'permission_denied')
  assert.equal((await asha.browser.ask('DELETE', `${LIST}/${ids[0]}`)).status, 204)
  assert.equal((await asha.browser.ask('DELETE', `${LIST}/${ids[0]}`)).status, 404)
  const isOver = async (one: typeof lost) => (await one.api('GET', '/v1/me')).status === 401
  await eventually('one of them is over', async () => (await isOver(lost)) || (await isOver(office)))
  assert.ok(SESSION_KEPT_MS <= 5000)
  assert.equal((await asha.browser.ask('DELETE', LIST)).status, 204)
  await eventually('the others too', async () => (await isOver(lost)) && (await isOver(office)))
  assert.deepEqual((await asha.browser.ask('GET', LIST)).body.data.length, 1)
  assert.equal((await ravi.browser.ask('GET', SESSION)).status, 200)
  const entries = await samvad.rows<{ object: string }>(
    "select * from audit_log where action = 'session.ended' and user_id = $1",
    [asha.userId],
  )
  assert.equal(entries.length, 2)
})

test('spec 2.21: a session goes on in another organization, without a password; a page of the earlier is told', async () => {
  const [second, stranger] = [await samvad.newCompany('Bharat Tools'), await samvad.newCompany('Chitra Prints')]
  const asha = await signedIn(samvad)
  await samvad.newPerson(second.organizationId, 'viewer', { email: asha.email })
  const here = asha.browser.organization
  const { csrf } = asha.browser
  assert.equal((await asha.browser.api('GET', '/v1/me')).status, 200)
  const stream = await followAt(`${samvad.url}/console/api/v1/events/stream`, {
    cookie: [...asha.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'samvad-organization': here,
  })
  await eventually('it is open', async () => stream.beats > 0)
  const move = (organizationId: string) =>
    asha.browser.ask('POST', `${SESSION}/organization`, { organization_id: publicId('org', organizationId) })
  assertRefused(await move(stranger.organizationId), 404, 'not_found', 'organization_id')
  const moved = await move(second.organizationId)
  assert.equal(moved.status, 200, moved.text)
  assert.deepEqual(
    [moved.body.organization.name, moved.body.role, moved.body.csrf_token],
    ['Bharat Tools', 'viewer', csrf],
  )
  // Immediately, although the session was cached for the previous organization.
  const me = await asha.browser.api('GET', '/v1/me')
  assert.deepEqual([me.status, me.body.organization.name, me.body.role], [200, 'Bharat Tools', 'viewer'])
  assertRefused(await asha.browser.api('POST', '/v1/contacts', { display_name: 'X' }), 403, 'permission_denied')
  for (const job of eventJobs(samvad.app)) while (await job.run(new AbortController().signal)) continue
  await eventually('its stream is over', async () => stream.isOver)
  const old = await eventually('the old page is told', async () => {
    const answer = await asha.browser.ask('GET', '/console/api/v1/me', undefined, { 'samvad-organization': here })
    return answer.status === 409 && answer
  })
  assertRefused(old, 409, 'conflict')
})

test('spec 2.20: a device is called what its browser says, in short', () => {
  const says = (text: string) => Object.values(deviceNameOf(text)).join(' on ')
  const chrome = '(KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  assert.equal(says(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome}`), 'Chrome 141 on Windows')
  assert.equal(says(`Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${chrome} Edg/141.0.1`), 'Edge 141 on Windows')
  assert.equal(says(`Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 ${chrome}`), 'Chrome 141 on Android')
  assert.equal(
    says('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 (KHTML, like Gecko) Version/26.1 Safari/605'),
    'Safari 26 on macOS',
  )
  assert.deepEqual(deviceNameOf('curl/8.5'), { browser: null, system: null })
  assert.deepEqual(deviceNameOf(undefined), { browser: null, system: null })
  assert.deepEqual(deviceNameOf(`${'A'.repeat(100_000)} Firefox/1`), { browser: null, system: null })
})
