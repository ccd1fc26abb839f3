// Strangers lock nobody out: sign-in limits, over real connections from different addresses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from '#kit/networks.ts'
import { signInFrom } from '../../../test/callers.ts'
import { startSamvad } from '../../../test/harness.ts'
import { countKey, freeFailures } from './rules.ts'
import { SIGN_INS_AT_ONCE_MAX, SIGN_INS_OF_ONE_CALLER_WAITING_MAX } from './sign-in.ts'

const samvad = await startSamvad()
const PASSWORD = 'monsoon-over-konkan'
const HOME = '127.0.0.1'
const skip = process.platform === 'linux' ? false : 'only Linux has all of 127.0.0.0/8'

const newPerson = () => samvad.newPerson(samvad.company.organizationId, 'agent', { password: PASSWORD })

/** Stores `count` failures of the address, for various accounts: each real attempt would cost a hash. */
async function failedBefore(address: string, count: number): Promise<void> {
  const key = countKey(samvad.app.sealer.keyFor('sign-in attempts'), 'network', networkOf(address))
  await samvad.rows('insert into sign_in_attempts (email_hash, failed_in_a_row, last_at) values ($1, $2, $3)', [
    key,
    count,
    samvad.app.clock(),
  ])
}
const from = (address: string, email: string, password = 'wrong-password-1', cookies: string[] = []) =>
  signInFrom(samvad.url, address, email, password, cookies)
let invented = 0
const nobody = () => `invented${++invented}@nowhere.example`
const deviceOf = (cookies: string[]) => cookies.filter((one) => one.startsWith('samvad_device='))
/**
 * Resets the counters and stops the clock: on a slow machine a delay of a second would be over before it is checked.
 */
async function atOneMoment(work: () => Promise<void>): Promise<void> {
  await samvad.rows('delete from sign_in_attempts')
  samvad.setClock(new Date())
  try {
    await work()
  } finally {
    samvad.setClock(null)
  }
}

test('spec 2.10: while 40 connections of strangers try invented addresses, a person signs in before ten of them are answered', {
  skip,
}, async () => {
  const { email } = await newPerson()
  const over = new AbortController()
  const seen = new Map<number, number>()
  const strangers = Array.from({ length: 40 }, async (_, index) => {
    while (!over.signal.aborted) {
      const { status } = await from(`127.0.0.${index % 2 === 0 ? 2 : 3}`, nobody())
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
  })
  try {
    while ((seen.get(401) ?? 0) < 4) await new Promise((resolve) => setImmediate(resolve))
    for (let round = 0; round < 3; round++) {
      let hashed = 0
      let answer: Awaited<ReturnType<typeof from>>
      // On a slow machine turns may take longer than the maximum wait: the person tries again.
      do {
        hashed = seen.get(401) ?? 0
        answer = await from(HOME, email, PASSWORD)
      } while (answer.status === 503)
      assert.equal(answer.status, 201)
      const before = (seen.get(401) ?? 0) - hashed
      assert.ok(before < 10, `${before} of the strangers' passwords were hashed before`)
    }
  } finally {
    over.abort()
    await Promise.all(strangers)
  }
  // The others got 429, and none an internal error.
  assert.ok((seen.get(429) ?? 0) > 0)
  assert.deepEqual(
    [...seen.keys()].filter((status) => ![401, 429, 503].includes(status)),
    [],
  )
})

test(
  'spec 2.10: a stranger who fails fifty times on the address of a person makes nobody wait but themselves',
  {
    skip,
  },
  () =>
    atOneMoment(async () => {
      const { email } = await newPerson()
      const statuses: number[] = []
      for (let count = 0; count < 50; count++) statuses.push((await from('127.0.0.9', email)).status)
      assert.deepEqual(statuses.slice(0, 5), Array(5).fill(401))
      assert.deepEqual(statuses.slice(5), Array(45).fill(429))
      // Immediately, on an unknown device from an unknown address.
      const answer = await from(HOME, email, PASSWORD)
      assert.equal(answer.status, 201)
      assert.equal((await from('127.0.0.9', email, PASSWORD)).status, 429)
    }),
)

test(
  'spec 2.10: an attack from many addresses slows new devices, and neither known devices nor known places',
  {
    skip,
  },
  () =>
    atOneMoment(async () => {
      const { email } = await newPerson()
      const home = await from(HOME, email, PASSWORD)
      assert.equal(home.status, 201)
      for (let address = 10; address < 20; address++)
        for (let count = 0; count < freeFailures.pair; count++) await from(`127.0.1.${address}`, email)
      const fresh = await from('127.0.1.99', email, PASSWORD)
      assert.deepEqual([fresh.status, fresh.retryAfter], [429, '1'])
      assert.equal((await from(HOME, email, PASSWORD)).status, 201)
      assert.equal((await from('127.0.1.98', email, PASSWORD, deviceOf(home.cookies))).status, 201)
      // A cookie of somebody else's device, or a forged one, has no effect.
      const other = await from(HOME, (await newPerson()).email, PASSWORD)
      const [cookie = ''] = deviceOf(home.cookies)
      const broken = cookie.replace(/~([\w-]{43});/, (_, mac: string) => `~${mac.split('').reverse().join('')};`)
      for (const cookies of [deviceOf(other.cookies), [broken], ['samvad_device=x~y~z;'], ['samvad_device=;']])
        for (let count = 0; count < 3; count++)
          assert.equal((await from('127.0.1.97', email, 'wrong-password-1', cookies)).status === 401, false)
    }),
)

test('spec 2.10: a device has a limit of its own, and a browser remembers several people', { skip }, () =>
  atOneMoment(async () => {
    const [asha, ravi] = [await newPerson(), await newPerson()]
    const first = await from('127.0.2.1', asha.email, PASSWORD)
    const both = await from('127.0.2.1', ravi.email, PASSWORD, deviceOf(first.cookies))
    for (let count = 0; count < freeFailures.device; count++)
      assert.equal((await from('127.0.2.2', asha.email, 'wrong-password-1', deviceOf(both.cookies))).status, 401)
    const waiting = await from('127.0.2.3', asha.email, PASSWORD, deviceOf(both.cookies))
    assert.deepEqual([waiting.status, waiting.retryAfter], [429, '1'])
    assert.equal((await from('127.0.2.2', ravi.email, PASSWORD, deviceOf(both.cookies))).status, 201)
    // Without the cookie she is a caller from another network, whose failures were not counted.
    assert.equal((await from('127.0.2.3', asha.email, PASSWORD)).status, 201)
  }),
)

test('spec 2.10: one address that tries many accounts waits, known or not; who is known there does not', { skip }, () =>
  atOneMoment(async () => {
    await failedBefore('127.0.3.1', freeFailures.network - 1)
    const resident = await newPerson()
    assert.equal((await from('127.0.3.1', resident.email, PASSWORD)).status, 201)
    assert.equal((await from('127.0.3.1', nobody())).status, 401)
    const visitor = await newPerson()
    for (const email of [nobody(), visitor.email]) {
      const { status, retryAfter, body } = await from('127.0.3.1', email, PASSWORD)
      assert.deepEqual([status, retryAfter, body.code], [429, '1', 'rate_limited'])
    }
    assert.equal((await from('127.0.3.1', resident.email, PASSWORD)).status, 201)
    assert.equal((await from('127.0.3.2', visitor.email, PASSWORD)).status, 201)
  }),
)

test('spec 2.10: a success takes back what it counted, not what strangers at the same address did', { skip }, () =>
  atOneMoment(async () => {
    const { email } = await newPerson()
    await failedBefore('127.0.4.1', freeFailures.network - 1)
    // Her own attempt is the fiftieth and would start a delay, and it succeeds.
    assert.equal((await from('127.0.4.1', email, PASSWORD)).status, 201)
    assert.equal((await from('127.0.4.1', nobody())).status, 401)
    assert.equal((await from('127.0.4.1', nobody())).status, 429)
  }),
)

test('spec 2.10: what waits of one address is bounded: the rest is told to try again, at once', { skip }, () =>
  atOneMoment(async () => {
    const most = SIGN_INS_AT_ONCE_MAX + SIGN_INS_OF_ONE_CALLER_WAITING_MAX
    const answers = await Promise.all(Array.from({ length: 40 }, () => from('127.0.5.1', nobody())))
    const counted = answers.filter(({ status }) => status === 401)
    const refused = answers.filter(({ status }) => status === 429)
    // Those that got no turn within three seconds, if the machine is slow.
    const late = answers.filter(({ status }) => status === 503)
    assert.equal(counted.length + refused.length + late.length, 40)
    assert.ok(counted.length + late.length >= most && refused.length > 0, `${counted.length} of 40 had a turn`)
    assert.ok(refused.every(({ retryAfter }) => retryAfter === '1'))
  }),
)

test('spec 2.10: no address, neither of a caller nor of an account, is kept where sign-ins are counted', async () => {
  const { email } = await newPerson()
  await from(HOME, email)
  await from(HOME, email, PASSWORD)
  const rows = await samvad.rows<{ row: string }>(
    'select a::text as row from sign_in_attempts a union all select p::text from sign_in_places p',
  )
  assert.ok(rows.length > 1)
  const plain = [email, HOME, ...[email, HOME].map((text) => Buffer.from(text).toString('hex'))]
  for (const { row } of rows) for (const text of plain) assert.ok(!row.includes(text))
  const { hash } = await import('node:crypto')
  assert.ok(!rows.some(({ row }) => row.includes(hash('sha256', email))))
})
