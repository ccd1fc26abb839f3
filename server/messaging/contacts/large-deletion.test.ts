// A group or a contact too large for one short transaction: hidden at once, deleted in batches. spec 5.14, 5.26.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  balanceOf,
  becomeDue,
  chargesOf,
  costOf,
  countOf,
  endingAt,
  forgotten,
  mustBeSound,
  NOTHING,
  removeNoted,
  removeQuickly,
  writeMany,
} from '../../../test/deletions.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { correspond } from '../../../test/mail-story.ts'
import { useSmallPieces } from '../../../test/small-pieces.ts'
import { assertRefused, person } from '../../../test/story.ts'

useSmallPieces()
const samvad = await startSamvad()
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 10_000n)

let people = 0
const newCorrespondent = () => correspond(asha, `n${++people}@farm.example`)

test('spec 5.14, 5.26: a group with many deliveries goes the same way, its contacts stay', async () => {
  const contacts = await Promise.all(Array.from({ length: 10 }, () => newCorrespondent()))
  const group = await asha.make('/v1/groups', { name: 'Growers', contacts: contacts.map(({ contactId }) => contactId) })
  const conversation = await asha.make('/v1/conversations', { group_id: group.id })
  const before = await balanceOf(samvad)
  await writeMany(asha, conversation.id, 12)
  const paid = await balanceOf(samvad)
  assert.equal(before - paid, await costOf(samvad, 'conversation_id = $1', uuidOf('conv', conversation.id)))
  const charges = await chargesOf(samvad, conversation.id)
  await removeQuickly(asha, `/v1/groups/${group.id}`)
  assertRefused(await asha.get(`/v1/groups/${group.id}`), 404, 'not_found')
  assertRefused(await asha.get(`/v1/conversations/${conversation.id}`), 404, 'not_found')
  await removeNoted(endingAt(samvad, 2, 'behind'))
  // A batch consists of whole messages.
  assert.equal(await countOf(samvad, 'messages where conversation_id = $1', uuidOf('conv', conversation.id)), 12 - 2)
  await mustBeSound(samvad)
  await becomeDue(samvad)
  await removeNoted(samvad.app)
  assert.equal(await balanceOf(samvad), before)
  assert.deepEqual(await forgotten(samvad, charges), [
    { ...NOTHING, status: 'cancelled', is_given_back: true, count: 120n },
  ])
  assert.equal((await asha.get(`/v1/contacts/${contacts[0]?.contactId}`)).status, 200)
})

test('spec 5.14, 5.26: a contact is gone at once from many messages to its groups, and is forgotten in pieces', async () => {
  const [ravi, meera] = [await newCorrespondent(), await newCorrespondent()]
  const group = await asha.make('/v1/groups', { name: 'Two', contacts: [ravi.contactId, meera.contactId] })
  const conversation = await asha.make('/v1/conversations', { group_id: group.id })
  const ids = await writeMany(asha, conversation.id, 210)
  const own = await writeMany(asha, ravi.conversationId, 110)
  const [first, second] = ids as [string, string]
  // One was sent and failed, with the address in the provider's error text.
  await samvad.rows(
    `with ended as (
       update deliveries set status = 'undelivered', sent_at = now(), ended_at = now(), error_code = 'bounced',
              error_detail = 'no such mailbox: ' || address,
              error_details = jsonb_build_object(
                'text_hash', left(encode(sha256(convert_to('no such mailbox: ' || address, 'UTF8')), 'hex'), 16),
                'details', jsonb_build_array(jsonb_build_object('code', 'provider_said',
                  'params', jsonb_build_object('said', 'no such mailbox: ' || address))))
        where message_id = $1 and contact_id = $2 returning *)
     insert into usage_outcomes (org_id, id, day, channel, kind, transaction_id, delivered_count, failed_count)
     select org_id, id, (created_at at time zone 'Asia/Kolkata')::date, channel, kind, transaction_id, 0, 1 from ended`,
    [uuidOf('msg', first), uuidOf('contact', ravi.contactId)],
  )
  const said = `no such mailbox: ${ravi.email}`
  const page = (await asha.get(`/v1/messages?conversation_id=${conversation.id}&starting_after=${second}`)).body.data
  for (const { error } of [(await asha.get(`/v1/messages/${first}`)).body, page[0]])
    assert.deepEqual(error.details, [{ code: 'provider_said', params: { said }, message: said }], 'spec 4.19')
  const before = await balanceOf(samvad)
  const waits = await costOf(samvad, "contact_id = $1 and status = 'queued'", uuidOf('contact', ravi.contactId))

  await removeQuickly(asha, `/v1/contacts/${ravi.contactId}`)

  assertRefused(await asha.get(`/v1/contacts/${ravi.contactId}`), 404, 'not_found')
  assertRefused(await asha.get(`/v1/messages/${own[0]}`), 404, 'not_found')
  const toWhom = async (id: string) =>
    (await asha.get(`/v1/messages/${id}/deliveries`)).body.data
      .map(({ contact_id, address }: { contact_id: string | null; address: string | null }) => [contact_id, address])
      .sort()
  const onlyMeera = [
    [meera.contactId, meera.email],
    [null, null],
  ].sort()
  for (const id of [first, second]) assert.deepEqual(await toWhom(id), onlyMeera)
  for (const path of [`/v1/messages/${first}`, `/v1/messages/${first}/deliveries`])
    assert.ok(!(await asha.get(path)).text.includes(ravi.email), path)
  const { text } = await asha.get(`/v1/messages?conversation_id=${conversation.id}&limit=100&starting_after=${second}`)
  assert.ok(!text.includes(ravi.email))
  await mustBeSound(samvad)

  await removeNoted(endingAt(samvad, 6, 'behind'))
  await mustBeSound(samvad)
  await becomeDue(samvad)
  await removeNoted(samvad.app)

  // All queued deliveries of his own conversation are refunded, and those of the group but the one that was sent.
  assert.equal((await balanceOf(samvad)) - before, waits)
  assert.equal(await countOf(samvad, 'deliveries where contact_id = $1', uuidOf('contact', ravi.contactId)), 0)
  assert.equal(
    await countOf(samvad, "deliveries where contact_id = $1 and status = 'queued'", uuidOf('contact', meera.contactId)),
    210,
  )
  assert.deepEqual(await toWhom(second), onlyMeera)
  const words = await samvad.rows(
    'select id from deliveries where error_detail like $1 or error_details::text like $1 or address = $2',
    [`%${ravi.email}%`, ravi.email],
  )
  assert.deepEqual(words, [])
  assert.equal(await countOf(samvad, 'deletions'), 0)
})
