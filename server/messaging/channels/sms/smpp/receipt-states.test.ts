// Receipts with states and ids as real carriers write them, through the whole program.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { tryFailedAgain } from '#messaging/channels/arrivals/failed.ts'
import { delivered, deliveriesOf, until } from '../../../../../test/mail-story.ts'
import { BALANCE } from '../../../../../test/payments.ts'
import { startSharing } from '../../../../../test/shared-accounts.ts'
import { SMS, setAccount, smppAccount, textTo, writeSms } from '../../../../../test/smpp/story.ts'
import { assertRefused } from '../../../../../test/story.ts'
import { FOR_ALL } from '../../accounts/shared.ts'

const { samvad, server, own, operator, banyan, banyanId, chai, atRest } = await startSharing()
const LONG = 'नमस्ते '.repeat(30)
const account = (more: object = {}) => smppAccount(own.port, more)
await setAccount(banyan, account())
await until(
  async () => own.sessions().length,
  (bound) => bound > 0,
)

const waiting = async (organizationId: Uuid) =>
  (
    await samvad.rows<{ error: string }>(
      'select error from arrivals where org_id = $1 and body is not null and failed_at is not null order by id',
      [organizationId],
    )
  ).map(({ error }) => error)
async function again(organizationId: Uuid): Promise<void> {
  const scope = { organizationId, at: samvad.app.clock() }
  await samvad.app.database.transaction((tx) => tryFailedAgain(tx, scope, null), organizationId)
  samvad.app.wake('arrivals')
}
const sent = async (who = banyan, text = 'Your order has left') => {
  const message = await writeSms(who, await textTo(who), text)
  return { message, row: await delivered(samvad, message, 'sent') }
}
const UNKNOWN = /the state "XYZZY", which is neither a standard state nor set in the account/

describe('states', () => {
  test('spec 7.10, 7.41: what was filtered before it left is given back; what failed on the way stays paid for', async () => {
    const before = Number((await banyan.get(BALANCE)).body.balance)
    const filtered = ['NDNC', 'DND', 'BLACKLIST', 'SKIPPED', 'REJECTED']
    const lost = ['FAILED', 'UNDELIVERABLE']
    for (const stat of [...filtered, ...lost, 'DELIVERED']) {
      const { message, row } = await sent()
      assert.equal(await own.receipt(row.provider_id as string, stat), 0)
      await delivered(
        samvad,
        message,
        filtered.includes(stat) ? 'failed' : lost.includes(stat) ? 'undelivered' : 'delivered',
      )
    }
    assert.equal(Math.round((before - Number((await banyan.get(BALANCE)).body.balance)) * 100), 75)
  })

  test('spec 7.41: a receipt in a state that nobody knows waits for a person, and counts once the account explains it', async () => {
    const { message, row } = await sent()
    assert.equal(await own.receipt(row.provider_id as string, 'XYZZY'), 0)
    const [error] = await until(
      () => waiting(banyanId),
      (errors) => errors.length > 0,
    )
    assert.match(error as string, UNKNOWN)
    assert.equal((await deliveriesOf(samvad, message))[0]?.status, 'sent')
    await setAccount(banyan, account({ receipt_states: { delivered: ['xyzzy'] } }))
    const { settings } = (await banyan.get(SMS)).body
    assert.deepEqual(settings.receipt_states, { delivered: ['xyzzy'], undelivered: [], failed: [], pending: [] })
    await again(banyanId)
    await delivered(samvad, message, 'delivered')
    await atRest()
  })

  test('spec 7.41: one state with two meanings is refused', async () => {
    assertRefused(
      await banyan.put(SMS, account({ receipt_states: { delivered: ['OK'], failed: ['ok'] } })),
      422,
      'invalid_content',
      'receipt_states',
    )
  })

  test("spec 7.41, 16.34: by the installation's account, its own meaning of a state counts for everybody", async () => {
    const { message, row } = await sent(chai)
    assert.equal(await server.receipt(row.provider_id as string, 'XYZZY'), 0)
    const [error] = await until(
      () => waiting(FOR_ALL),
      (errors) => errors.length > 0,
    )
    assert.match(error as string, UNKNOWN)
    const set = smppAccount(server.port, { from: '567678', receipt_states: { undelivered: ['XYZZY'] } })
    assert.equal((await operator.put('/v1/shared_channels/sms', set)).status, 200)
    await again(FOR_ALL)
    assert.equal((await delivered(samvad, message, 'undelivered')).error_code, 'xyzzy')
    await atRest()
  })
})

describe('ids', () => {
  /** The ids that a server gives to its next messages. */
  function named(of: typeof own, names: readonly string[]): void {
    const { nextId } = of
    const left = [...names]
    of.nextId = (count) => left.shift() ?? nextId(count)
  }

  test('spec 7.41: a receipt finds its message though its id has other capitals or leading zeros', async () => {
    named(own, ['00C0FFEE'])
    const { message, row } = await sent()
    assert.equal(row.provider_id, 'c0ffee')
    assert.equal(await own.receipt('0000c0ffee', 'DELIVRD'), 0)
    await delivered(samvad, message, 'delivered')
  })

  test('spec 7.41: a receipt also finds a message whose id was stored as the provider wrote it', async () => {
    const { message, row } = await sent()
    await samvad.rows("update deliveries set provider_id = '00BEEF' where id = $1", [row.id])
    assert.equal(await own.receipt('00BEEF', 'DELIVRD'), 0)
    await delivered(samvad, message, 'delivered')
  })

  test('spec 7.41, 7.42: so do the receipts of parts, by an account of its own and by the shared one', async () => {
    for (const [who, of] of [
      [banyan, own],
      [chai, server],
    ] as const) {
      const before = of.taken.length
      named(of, ['00AB01', '00AB02', '00AB03', '00AB04', '00AB05'])
      const { message, row } = await sent(who, LONG)
      const parts = of.taken.slice(before)
      assert.ok(parts.length > 2 && parts.length < 6)
      // An earlier version stored the first.
      await samvad.rows("update sms_parts set provider_id = '00AB01' where delivery_id = $1 and provider_id = 'ab01'", [
        row.id,
      ])
      for (const { id } of parts) assert.equal(await of.receipt(id === '00AB01' ? id : id.toLowerCase(), 'DELIVRD'), 0)
      await delivered(samvad, message, 'delivered')
      assert.equal(
        (await samvad.rows("select from sms_parts where delivery_id = $1 and status = 'delivered'", [row.id])).length,
        parts.length,
      )
    }
  })
})
