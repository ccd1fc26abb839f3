// A token's allowed addresses behind proxies, over raw sockets: entries of X-Forwarded-For that a caller writes have no
// effect.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startSamvad, type TestSamvad } from '../../test/harness.ts'

const OFFICE = '203.0.113.9'
const OFFICE_6 = '2001:db8:7::9'

const behind: Record<string, TestSamvad> = {}
for (const trust of ['0', '1', '2', 'loopback', 'loopback,10.0.0.0/8,fd00::/8'])
  behind[trust] = await startSamvad({ SAMVAD_TRUST_PROXY: trust, SAMVAD_LOG_LEVEL: 'silent' })

const tokens = new Map<TestSamvad, string>()

/** A token that is valid only from the office's addresses. */
async function tokenOf(samvad: TestSamvad): Promise<string> {
  const known = tokens.get(samvad)
  if (known) return known
  const json = { name: 'Office', allowed_addresses: [OFFICE, OFFICE_6] }
  const made = await samvad.request('POST', '/v1/tokens', { json })
  assert.equal(made.status, 201, made.text)
  tokens.set(samvad, made.body.access_token)
  return made.body.access_token
}

/** The status of a request with these unmodified headers. */
async function statusOf(trust: string, ...forwarded: string[]): Promise<number> {
  const samvad = behind[trust] as TestSamvad
  const token = await tokenOf(samvad)
  const { hostname, port } = new URL(samvad.url)
  const socket = connect(Number(port), hostname)
  const lines = forwarded.map((value) => `X-Forwarded-For: ${value}\r\n`).join('')
  socket.write(
    `GET /v1/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n${lines}\r\n`,
  )
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}

async function mustBe(expected: number, trust: string, ...forwarded: string[]): Promise<void> {
  assert.equal(await statusOf(trust, ...forwarded), expected, `${trust}: ${forwarded.join(' | ').slice(0, 100)}`)
}

test('spec 2.12: without a trusted proxy nobody says where a caller is but the socket', async () => {
  await mustBe(403, '0', OFFICE)
  await mustBe(403, '0', `${OFFICE}, ${OFFICE}`)
})

test('spec 2.12: behind one proxy its entry counts, the last, and not what the caller wrote before it', async () => {
  for (const trust of ['1', 'loopback']) {
    await mustBe(200, trust, OFFICE)
    await mustBe(200, trust, `198.51.100.1, ${OFFICE}`)
    await mustBe(200, trust, '198.51.100.1', OFFICE)
    await mustBe(200, trust, `,, ${OFFICE} ,`)
    await mustBe(200, trust, OFFICE_6)
    await mustBe(200, trust, '2001:DB8:7:0:0:0:0:9')
    for (const mapped of [`::ffff:${OFFICE}`, `::FFFF:${OFFICE}`, '::ffff:cb00:7109']) await mustBe(200, trust, mapped)
    await mustBe(403, trust, `${OFFICE}, 198.51.100.1`)
    await mustBe(403, trust, `${OFFICE}, ${OFFICE}, 198.51.100.1`)
    await mustBe(403, trust, OFFICE, '198.51.100.1')
    await mustBe(403, trust, '2001:db8:7::a')
  }
})

test('spec 2.12: behind two proxies the entry before the last counts', async () => {
  await mustBe(200, '2', `${OFFICE}, 10.0.0.7`)
  await mustBe(200, '2', `198.51.100.1, ${OFFICE}, 10.0.0.7`)
  await mustBe(403, '2', `${OFFICE}, 198.51.100.1, 10.0.0.7`)
  const networks = 'loopback,10.0.0.0/8,fd00::/8'
  await mustBe(200, networks, `198.51.100.1, ${OFFICE}, 10.0.0.7`)
  await mustBe(200, networks, `${OFFICE_6}, fd00::7, ::ffff:10.1.2.3`)
  await mustBe(403, networks, `${OFFICE}, 198.51.100.1, 10.0.0.7`)
  // A caller that is not a trusted proxy adds the address of one.
  await mustBe(403, networks, `${OFFICE}, 10.0.0.7, 198.51.100.1`)
})

test('spec 2.5: what is no address is nobody who is allowed, however much of it there is, and never a 500', async () => {
  for (const trust of ['1', '2', 'loopback', 'loopback,10.0.0.0/8,fd00::/8']) {
    for (const odd of ['unknown', '_hidden', '999.1.1.1', `${OFFICE}/32`, "' or 1=1", '::ffff:', '%'])
      await mustBe(403, trust, `${OFFICE}, ${odd}, ${odd}`)
    // Some proxies append the port.
    for (const one of [`${OFFICE}:443`, `[${OFFICE_6}]`, `[${OFFICE_6}]:443`])
      await mustBe(200, trust, `198.51.100.1, ${one}, ${one}`)
    await mustBe(403, trust, '')
    const most = `${OFFICE},`.repeat(1000)
    await mustBe(403, trust, `${most}198.51.100.1,198.51.100.1`)
    await mustBe(431, trust, `${'1,'.repeat(10_000)}${OFFICE}`)
  }
})
