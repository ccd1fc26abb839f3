// Inbound long SMS of which some parts never arrive, through the whole program, from an SMPP server that is not ours.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { exportContact } from '#privacy/export.ts'
import { fund, startSamvad, uuidOf } from '../../../../../test/harness.ts'
import { delivered, until } from '../../../../../test/mail-story.ts'
import { startSmppServer } from '../../../../../test/smpp/server.ts'
import { received, setAccount, smppAccount, textTo, workedOff, writeSms } from '../../../../../test/smpp/story.ts'
import { person } from '../../../../../test/story.ts'
import { createArrivals } from '../../arrivals/actions.ts'
import { INCOMPLETE_AFTER_MS, incompleteJob } from './incomplete.ts'
import { writeKept } from './kept.ts'
import { commands, messageBody } from './pdu.ts'
import { createSmppReader } from './reader.ts'

const server = await startSmppServer()
after(() => server.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
await setAccount(asha, smppAccount(server.port))
samvad.startWorker()
await delivered(samvad, await writeSms(asha, await textTo(asha), 'Hello'), 'sent')

const sender = (source_addr: string) => ({
  source_addr,
  source_addr_ton: 1,
  source_addr_npi: 1,
  destination_addr: '56070',
})
async function part(from: string, reference: number, [place, of]: [number, number], text: string): Promise<void> {
  const octets = Buffer.concat([Buffer.of(5, 0, 3, reference, of, place), Buffer.from(text, 'latin1')])
  assert.equal(await server.deliver({ ...sender(from), esm_class: 0x40, data_coding: 0, short_message: octets }), 0)
  await workedOff(samvad, organizationId)
}
/** Runs the job this long after the last part was stored. */
async function look(afterMs = INCOMPLETE_AFTER_MS): Promise<void> {
  const [row] = await samvad.rows<{ last: Date }>('select max(stored_at) as last from sms_incoming_parts')
  const clock = () => new Date((row?.last.getTime() ?? 0) + afterMs)
  const job = incompleteJob({ ...samvad.app, clock }, createArrivals(samvad.app).keep)
  while (await job.run(new AbortController().signal));
  await workedOff(samvad, organizationId)
}
const textsOf = async (from: string) =>
  (await received(samvad, organizationId)).filter((one) => one.from === `+${from}`).map(({ text }) => text)

test('spec 7.88: what came of it is shown once no part came for 10 minutes, with a mark where some are missing', async () => {
  const ravi = '919812300001'
  await part(ravi, 7, [2, 4], 'the second')
  await part(ravi, 7, [2, 4], 'the second')
  await part(ravi, 7, [4, 4], 'the last')
  await look(INCOMPLETE_AFTER_MS - 1)
  assert.deepEqual(await textsOf(ravi), [])
  await look()
  assert.deepEqual(await textsOf(ravi), ['[…] the second […] the last'])
  await look()
  assert.equal((await textsOf(ravi)).length, 1, 'once')
  // A part that arrives much later is not lost.
  await samvad.rows("update sms_incoming_parts set received_at = received_at - interval '1 hour'")
  await part(ravi, 7, [1, 4], 'the first')
  await look()
  assert.deepEqual((await textsOf(ravi)).at(-1), 'the first […]')
})

test('spec 7.88: one that came as a whole is shown once, also where parts of it came twice', async () => {
  const meena = '919812300002'
  await part(meena, 9, [1, 2], 'I am ')
  await part(meena, 9, [1, 2], 'I am ')
  await part(meena, 9, [2, 2], 'coming.')
  await part(meena, 9, [2, 2], 'coming.')
  assert.deepEqual(await textsOf(meena), ['I am coming.'])
  await look()
  assert.deepEqual(await textsOf(meena), ['I am coming.'])
})

test('spec 7.43, 7.88: an emoji that is cut between two parts is one emoji, and its half alone is shown as such', async () => {
  const asif = '919812300006'
  const octets = Buffer.from('Yes 🙂', 'utf16le').swap16()
  const half = (reference: number, place: number) => {
    const text = place === 1 ? octets.subarray(0, -2) : octets.subarray(-2)
    const message = Buffer.concat([Buffer.of(5, 0, 3, reference, 2, place), text])
    return server.deliver({ ...sender(asif), esm_class: 0x40, data_coding: 8, short_message: message })
  }
  for (const place of [2, 1]) assert.equal(await half(31, place), 0)
  await workedOff(samvad, organizationId)
  assert.deepEqual(await textsOf(asif), ['Yes 🙂'])
  assert.equal(await half(32, 1), 0)
  await workedOff(samvad, organizationId)
  const contact = (await asha.get(`/v1/contacts?phone_number=%2B${asif}`)).body.data[0].id
  const scope = { organizationId, at: new Date() }
  const data = await samvad.app.database.transaction((tx) => exportContact(tx, scope, uuidOf('contact', contact)))
  assert.equal(data.received_sms_parts.at(-1)?.text, 'Yes \ufffd')
  await look()
  assert.deepEqual(await textsOf(asif), ['Yes 🙂', 'Yes \ufffd […]'])
})

test('spec 7.43: what comes an hour later under the same reference is of another message', async () => {
  const nila = '919812300005'
  await part(nila, 11, [1, 2], 'Marigolds are ')
  await samvad.rows(
    "update sms_incoming_parts set received_at = received_at - interval '1 hour' where from_number = $1",
    [`+${nila}`],
  )
  await part(nila, 11, [2, 2], 'on Monday.')
  assert.deepEqual(await textsOf(nila), [])
  await samvad.rows('delete from sms_incoming_parts where from_number = $1', [`+${nila}`])
})

test('spec 7.88: of one number no more than a thousand parts wait; what comes beyond is shown by itself', async () => {
  const many = '919812300003'
  await part(many, 1, [1, 255], 'one')
  await samvad.rows(
    `insert into sms_incoming_parts (org_id, id, message_key, from_number, part, parts, text, received_at, stored_at)
     select $1, gen_random_uuid(), sha256(n::text::bytea), $2, 1, 2, 'x', $3, $3 from generate_series(1, 999) n`,
    [organizationId, `+${many}`, new Date()],
  )
  await part(many, 2, [1, 255], 'too much')
  assert.deepEqual(await textsOf(many), ['too much […]'])
  await samvad.rows('delete from sms_incoming_parts where from_number = $1', [`+${many}`])
})

test('spec 7.89, 6.13: parts that wait are in the export of their contact, and go with the contact', async () => {
  const [ravi, other] = [await textTo(asha), await textTo(asha)]
  await part(ravi.phone_number.slice(1), 21, [1, 2], 'Marigolds are ')
  await part(other.phone_number.slice(1), 21, [1, 2], 'Tulips are ')
  const contactOf = async ({ conversationId }: { conversationId: string }) =>
    (await asha.get(`/v1/conversations/${conversationId}`)).body.contact_id as string
  const contact = await contactOf(ravi)
  const scope = { organizationId, at: new Date() }
  const data = await samvad.app.database.transaction((tx) => exportContact(tx, scope, uuidOf('contact', contact)))
  assert.deepEqual(
    data.received_sms_parts.map(({ part: place, of, text }) => [place, of, text]),
    [[1, 2, 'Marigolds are ']],
  )
  assert.equal((await asha.delete(`/v1/contacts/${contact}`)).status, 204)
  const left = () => samvad.rows<{ text: string }>("select text from sms_incoming_parts where text like '% are '")
  assert.deepEqual(await until(left, (rows) => rows.length < 2), [{ text: 'Tulips are ' }])
  await look()
  assert.equal((await textsOf(ravi.phone_number.slice(1))).length, 0)
})

test('spec 7.42: parts that are read at the same moment are one message, at once', async () => {
  const reader = createSmppReader(samvad.app)
  for (const [reference, of] of [
    [1, 2],
    [2, 5],
    [3, 8],
  ] as const) {
    const numbers = Array.from({ length: of }, (_, index) => index + 1)
    const all = await Promise.all(
      numbers.map((place) => {
        const message = Buffer.concat([Buffer.of(5, 0, 3, reference, of, place), Buffer.from(`${place} `, 'latin1')])
        const source = { ton: 1, npi: 1, address: '919812300077' }
        const destination = { ton: 0, npi: 0, address: '56070' }
        const given = { source, destination, esmClass: 0x40, registeredDelivery: 0, dataCoding: 0, message, tlvs: [] }
        const pdu = { command: commands.deliver_sm, idFormat: 'as_is', body: messageBody(given) } as const
        const arrival = { id: newUuid(), organizationId, channel: 'sms', source: 'smpp', fingerprint: '' } as const
        return reader.read({ ...arrival, body: writeKept({ kind: 'pdu', ...pdu }), receivedAt: samvad.app.clock() })
      }),
    )
    const texts = all.flatMap(({ messages }) => messages.map(({ content }) => content.text))
    assert.deepEqual(texts, [numbers.map((place) => `${place} `).join('')])
  }
})
