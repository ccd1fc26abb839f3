// Which inbound messages are repetitions, and which are new: spec 5.35.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import type { NewArrival } from '#messaging/channels/arrivals/arrival.ts'
import { readWritten } from '#messaging/channels/sms/http/brought.ts'
import { fund, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { inboundMail } from '../../../test/inbound-mail.ts'
import { answer } from '../../../test/mails.ts'
import { person } from '../../../test/story.ts'
import { receive } from './actions.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_MAIL_DOMAIN: 'in.samvad.example' })
const mail = inboundMail(samvad)
const FIXED = '<fixed.1@device.example>'
const fromDevice = (text: string, changes: Parameters<typeof answer>[0] = {}) =>
  answer({ from: 'meter@device.example', id: FIXED, subject: 'Reading', text, ...changes })

const textsOf = async (organizationId: string) => (await mail.received(organizationId)).map(({ text }) => text)

test('two mails of a device with one Message-ID and different readings are two messages (spec 5.35)', async () => {
  const { organizationId } = await samvad.newCompany('Meters')
  await mail.deliver(organizationId, { raw: fromDevice('Level 10') }, { raw: fromDevice('Level 20') })
  assert.deepEqual(await textsOf(organizationId), ['Level 10', 'Level 20'])
})

test('the same words under one Message-ID from another writer, or with another subject or file, are new messages (spec 5.35)', async () => {
  const { organizationId } = await samvad.newCompany('Sensors')
  const withFile = (file: string) =>
    [
      'From: meter@device.example',
      'Subject: Reading',
      `Message-ID: ${FIXED}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Level 10',
      '--b',
      'Content-Type: text/csv; name="level.csv"',
      'Content-Disposition: attachment; filename="level.csv"',
      '',
      file,
      '--b--',
      '',
    ].join('\r\n')
  await mail.deliver(
    organizationId,
    { raw: fromDevice('Level 10') },
    { raw: fromDevice('Level 10', { from: 'meter.2@device.example' }) },
    { raw: fromDevice('Level 10', { subject: 'Second reading' }) },
    { raw: withFile('1,2') },
    { raw: withFile('3,4') },
  )
  assert.equal((await textsOf(organizationId)).length, 5)
})

test('one mail to two addresses of an organization, or sent again by a relay, is one message (spec 5.35)', async () => {
  const { organizationId } = await samvad.newCompany('Relays')
  const raw = fromDevice('Größe 10')
  const relayed = `Received: from relay.example by mx.asha.example; Tue, 10 Mar 2026 12:00:00 +0530\r\n${raw
    .replace('Content-Transfer-Encoding: 8bit', 'Content-Transfer-Encoding: quoted-printable')
    .replace('Größe', 'Gr=C3=B6=C3=9Fe')}`
  await mail.deliver(organizationId, { raw }, { raw, to: 'sales@asha.example' }, { raw: relayed })
  assert.deepEqual(await textsOf(organizationId), ['Größe 10'])
})

test('a deleted mail does not come back, and another one with its Message-ID arrives (spec 5.35)', async () => {
  const company = await samvad.newCompany('Deleted readings')
  const { organizationId } = company
  const raw = fromDevice('Level 10')
  await mail.deliver(organizationId, { raw })
  const [first] = await mail.received(organizationId)
  const who = person(samvad, company)
  assert.equal((await who.delete(`/v1/messages/${publicId('msg', first?.id as Uuid)}`)).status, 204)
  await mail.deliver(organizationId, { raw: `X-Relay: 1\r\n${raw}` }, { raw: fromDevice('Level 20') })
  assert.deepEqual(await textsOf(organizationId), ['Level 20'])
})

test('what was stored or deleted before content hashes were: the same mail stays one, another one arrives (spec 5.35)', async () => {
  const company = await samvad.newCompany('Upgraded')
  const { organizationId } = company
  const raw = fromDevice('Level 10')
  await mail.deliver(organizationId, { raw })
  await samvad.rows('update messages set content_hash = null where org_id = $1', [organizationId])
  const others = [fromDevice('Level 20'), fromDevice('Level 10', { from: 'meter.2@device.example' })]
  await mail.deliver(organizationId, { raw: `X-Relay: 1\r\n${raw}` }, ...others.map((one) => ({ raw: one })))
  assert.deepEqual((await textsOf(organizationId)).toSorted(), ['Level 10', 'Level 10', 'Level 20'])

  const gone = (await mail.received(organizationId)).map(({ id }) => publicId('msg', id as Uuid))
  for (const id of gone) assert.equal((await person(samvad, company).delete(`/v1/messages/${id}`)).status, 204)
  const written = (text: string, time: Date) =>
    samvad.app.database.transaction((tx) =>
      receive(
        tx,
        { organizationId, at: samvad.app.clock() },
        {
          channel: 'email',
          from: 'meter@device.example',
          providerId: FIXED,
          contentHash: 'ab'.repeat(32),
          content: { subject: null, text, html: null, attachments: [] },
          time,
        },
      ),
    )
  const now = samvad.app.clock().getTime()
  assert.equal((await written('Level 10', new Date(now - 3600_000))).isRepeated, true, 'written before the deletion')
  assert.equal((await written('Level 30', new Date(now + 3600_000))).isRepeated, false, 'written after the deletion')
})

test('a reply that repeats the Message-ID of the mail that it answers arrives (spec 5.35)', async () => {
  const company = await samvad.newCompany('Echoes')
  const { organizationId } = company
  await fund(samvad, organizationId, 10n)
  const who = person(samvad, company)
  const contact = await who.make('/v1/contacts', { email: 'ravi@shop.example' })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const sent = await who.make('/v1/messages', { conversation_id: conversation.id, channel: 'email', text: 'Ready' })
  const [row] = await samvad.rows<{ id: Uuid }>('select id from deliveries where message_id = $1', [
    uuidOf('msg', sent.id),
  ])
  const id = `<${publicId('dlv', row?.id as Uuid)}@samvad.example>`
  await mail.deliver(
    organizationId,
    { raw: answer({ id, text: 'Thanks' }) },
    { raw: answer({ id, from: 'hello@asha.example', text: 'Ready' }) },
  )
  assert.deepEqual(await textsOf(organizationId), ['Thanks'], 'and our own mail that comes back is none')
})

test('an SMS under an id that the gateway used before arrives; the same one again does not (spec 5.35)', async () => {
  const { organizationId } = await samvad.newCompany('Gateways')
  const described = { format: 'form', list: null, id: 'id', from: 'from', text: 'text', time: null } as const
  const bring = async (from: string, text: string) => {
    const content = new URLSearchParams({ id: '1', from, text }).toString()
    const brought = { kind: 'incoming', format: 'form', content } as const
    const arrival = { id: '', organizationId, receivedAt: samvad.app.clock() } as unknown as NewArrival & { id: Uuid }
    for (const incoming of readWritten(arrival, brought, described as never).found)
      await samvad.app.database.transaction((tx) => receive(tx, { organizationId, at: samvad.app.clock() }, incoming))
  }
  await bring('+919876543210', 'Hello')
  await bring('+919876543210', 'Hello')
  await bring('+919876543210', 'Is it ready?')
  await bring('+919876543211', 'Hello')
  assert.deepEqual(await textsOf(organizationId), ['Hello', 'Is it ready?', 'Hello'])
})
