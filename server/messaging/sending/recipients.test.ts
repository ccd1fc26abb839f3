// spec 7.4, 8.9: the recipients of a message, without a database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { priceKinds } from '#money/pricing/rules.ts'
import fc from '../../../test/cases.ts'
import { type Destination, type Reach, type Recipient, recipientsOf } from './recipients.ts'

const at = new Date('2026-05-04T10:00:00Z')
const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3600_000)
const ME = 'me' as Uuid
const TALK = 'talk' as Uuid

const person = fc.record({
  email: fc.constantFrom('ravi@farm.example', null),
  phone_number: fc.constantFrom('+919812345678', null),
  app_id: fc.constantFrom('ravi', null),
  unsubscribed: fc.dictionary(fc.constantFrom(...channelNames), fc.constant(1)),
  last_inbound_at: fc.constantFrom(null, hoursAgo(1), hoursAgo(23.9), hoursAgo(24.1)),
})
const people = fc
  .array(person, { maxLength: 12 })
  .map((all) => all.map((one, index): Recipient => ({ ...one, contactId: `contact ${index}` as Uuid })))

/** All kinds have a price. */
const priceList = { name: 'Public', tiers: Object.fromEntries(priceKinds.map((kind) => [kind, []])) }
const reachOf = (destination: Destination, unavailable: string[] = []): Reach => ({
  destinations: new Map([[destination.id, destination]]),
  unavailable: new Set(unavailable),
  priceList,
  at,
})
const destinationOf = (recipients: Recipient[], isGroup: boolean): Destination => ({
  id: TALK,
  userId: ME,
  isGroup,
  lastActiveAt: null,
  recipients,
})
const draftOn = (channel: (typeof channelNames)[number]) => ({ conversation_id: TALK, channel, text: 'Namaste' })

test('spec 7.4: every member of a group receives it or is told why not, each once and in their order, by the same rules as alone', () => {
  fc.assert(
    fc.property(people, fc.constantFrom(...channelNames), (members, channel) => {
      const alone = members.map((member) => recipientsOf(reachOf(destinationOf([member], false)), ME, draftOn(channel)))
      const together = recipientsOf(reachOf(destinationOf(members, true)), ME, draftOn(channel))
      const received = alone.flatMap((one) => (one instanceof Refusal ? [] : one.receivers))
      const refused = alone.flatMap((one, index) =>
        one instanceof Refusal ? [{ contactId: members[index]?.contactId, reason: one.code }] : [],
      )
      if (received.length === 0) {
        assert.ok(together instanceof Refusal, 'who reaches nobody sends nothing')
        assert.equal(together.code, refused[0]?.reason ?? 'recipient_unreachable')
        return
      }
      assert.ok(!(together instanceof Refusal))
      assert.deepEqual(together.receivers, received)
      assert.deepEqual(together.unreachable, refused)
    }),
  )
})

test('spec 8.9: nobody receives what they unsubscribed from, has no address for, or wrote too long ago for', () => {
  fc.assert(
    fc.property(people, fc.constantFrom(...channelNames), (members, channel) => {
      const addressed = recipientsOf(reachOf(destinationOf(members, true)), ME, draftOn(channel))
      const receivers = addressed instanceof Refusal ? [] : addressed.receivers
      for (const { contactId, address } of receivers) {
        const member = members.find((one) => one.contactId === contactId)
        assert.ok(member)
        assert.equal(member.unsubscribed[channel], undefined)
        assert.ok([member.email, member.phone_number, member.app_id].includes(address))
        if (channel === 'app') assert.ok((member.last_inbound_at ?? hoursAgo(99)) >= hoursAgo(24))
      }
    }),
  )
})

test('spec 5.15: content, the channel and whose conversation it is are looked at before anybody is reached', () => {
  const ravi: Recipient = {
    contactId: 'ravi' as Uuid,
    email: 'ravi@farm.example',
    phone_number: null,
    app_id: null,
    unsubscribed: {},
    last_inbound_at: null,
  }
  const reach = reachOf(destinationOf([ravi], false))
  const codeOf = (found: ReturnType<typeof recipientsOf>) => (found instanceof Refusal ? found.code : 'accepted')
  assert.equal(codeOf(recipientsOf(reach, ME, draftOn('email'))), 'accepted')
  assert.equal(codeOf(recipientsOf(reach, ME, { ...draftOn('email'), text: null })), 'invalid_content')
  assert.equal(
    codeOf(recipientsOf({ ...reach, unavailable: new Set(['email']) }, ME, draftOn('email'))),
    'channel_unavailable',
  )
  assert.equal(codeOf(recipientsOf(reach, 'bela' as Uuid, draftOn('email'))), 'not_found')
})
