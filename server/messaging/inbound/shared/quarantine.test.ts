// Messages to a shared account without a known organization: how long they wait before quarantine, and what an erasure
// deletes from it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import { eraseContact, extentOf } from '#privacy/erase.ts'
import { written } from '../../../../test/cloud-api/webhooks.ts'
import { uuidOf } from '../../../../test/harness.ts'
import { delivered, until } from '../../../../test/mail-story.ts'
import { startSharing } from '../../../../test/shared-accounts.ts'
import { received, textTo, writeSms } from '../../../../test/smpp/story.ts'

const sharing = await startSharing()
const { samvad, server, operator, banyan, chai, banyanId, chaiId, atRest, quarantine, writes, say } = sharing

test('spec 7.110: who is erased leaves nothing in quarantine, by whichever of their addresses it came; others do', async () => {
  const [number, other] = ['+919876500991', '+919876500992']
  await writes(number, 'Who are you?')
  await writes(other, 'And you?')
  const at = new Date()
  await say(written({ id: 'wamid.erased', at, from: number.slice(1), userId: 'IN.4711', part: { body: 'Hello?' } }))
  await say(written({ id: 'wamid.other', at, from: other.slice(1), userId: 'IN.4712', part: { body: 'Hello!' } }))
  const ours = async () =>
    (await quarantine()).filter(({ from }) => /99[12]$|IN\.471/.test(from)).map(({ from }) => from)
  await until(ours, (all) => all.length === 4)
  const erase = async (address: object) => {
    const id = uuidOf('contact', (await banyan.make('/v1/contacts', address)).id)
    return samvad.app.database.transaction(async (tx) => {
      const extent = await extentOf(tx, { organizationId: banyanId, at }, id)
      await eraseContact(tx, { organizationId: banyanId, at }, id, extent)
      return extent.quarantined
    }, banyanId)
  }
  assert.equal(await erase({ phone_number: number }), 2)
  assert.deepEqual(await ours(), [other, other])
  assert.equal(await erase({ app_id: 'IN.4712' }), 1)
  const left = await samvad.rows('select channel, address, assigned_to from quarantine')
  assert.deepEqual(left, [{ channel: 'sms', address: other, assigned_to: null }])
  // A message that was assigned to another organization belongs to it.
  await samvad.rows('update quarantine set assigned_to = $1', [chaiId])
  assert.equal(await erase({ phone_number: other }), 0)
  await samvad.rows('update quarantine set assigned_to = null')
  for (const { id: one } of await quarantine()) await operator.delete(`/v1/quarantine/${one}`)
})

test('spec 16.36: an answer that arrives before the message it answers is recorded as sent waits for it', () =>
  sharing.whileWritersAreUnknown(async () => {
    const at = Date.now()
    samvad.setClock(new Date(at))
    const quick = '+919876500998'
    const answer = { source_addr: quick.slice(1), source_addr_ton: 1, destination_addr: '567678' }
    assert.equal(await server.deliver({ ...answer, short_message: 'Yes please' }), 0)
    await until(
      () => samvad.rows<{ error: string | null }>('select error from arrivals where org_id = $1', [FOR_ALL]),
      (rows) => rows.some(({ error }) => /no organization has messaged this sender yet/.test(error ?? '')),
    )
    assert.deepEqual(await quarantine(), [])
    await delivered(samvad, await writeSms(chai, await textTo(chai, quick), 'Some tea?'), 'sent')
    // The first retry is due, and its waiting time is not over yet.
    samvad.setClock(new Date(at + 1_500))
    samvad.app.wake('arrivals')
    await atRest()
    assert.deepEqual((await received(samvad, chaiId)).at(-1), { from: quick, text: 'Yes please' })
    assert.deepEqual(await quarantine(), [])
    samvad.setClock(null)
  }))
