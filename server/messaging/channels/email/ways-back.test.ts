// The return path, reply address and unsubscribe address in a mail.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { correspond, delivered, write } from '../../../../test/mail-story.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { person } from '../../../../test/story.ts'
import { createOwnAddresses, type OwnAddress } from './addresses.ts'

const DOMAIN = 'in.samvad.example'
const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({
  SAMVAD_SMTP_URL: mailbox.url,
  SAMVAD_MAIL_DOMAIN: DOMAIN,
  SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
})
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 1000n)
samvad.startWorker()
const own = createOwnAddresses(samvad.app.sealer, DOMAIN)

async function sent(to: Awaited<ReturnType<typeof correspond>>, fields = { text: 'Hello' }) {
  mailbox.received.length = 0
  const delivery = await delivered(samvad, await write(asha, to, fields), 'sent')
  return { delivery, mail: mailbox.received[0] as (typeof mailbox.received)[number] }
}

test('spec 7.51: bounces come back to their delivery, answers to their conversation, and unsubscribing needs no browser', async () => {
  const ravi = await correspond(asha, 'ravi@shop.example', 'Ravi')
  const { mail, delivery } = await sent(ravi)
  const about = (kind: OwnAddress['kind'], id: string) => ({ kind, organizationId, id })
  assert.deepEqual(own.read(mail.envelope.from), about('bounce', delivery.id))
  assert.deepEqual(mail.parsed.from, { name: 'Samvad', address: 'no-reply@samvad.example' })
  const [replyTo] = mail.parsed.replyTo ?? []
  assert.equal(replyTo?.name, 'Samvad')
  assert.deepEqual(own.read(String(replyTo?.address)), about('reply', uuidOf('conv', ravi.conversationId)))
  const listed = /^<(https?:\/\/[^>]+\/unsubscribe\/[^>]+)>, <mailto:([^?>]+)\?subject=unsubscribe>$/.exec(
    mail.headers['list-unsubscribe'] ?? '',
  )
  assert.ok(listed)
  assert.deepEqual(own.read(listed[2] as string), about('unsubscribe', uuidOf('contact', ravi.contactId)))
  assert.equal(mail.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')

  const again = (await sent(ravi)).mail
  assert.deepEqual(again.parsed.replyTo, mail.parsed.replyTo, 'one address for all of a conversation')
  assert.notEqual(again.envelope.from, mail.envelope.from, 'a return path of each mail')
})

test('spec 7.51: an account keeps its own reply_to, and its sender as the return path where its server wants that', async () => {
  const meena = await correspond(asha, 'meena@shop.example')
  const account = { host: '127.0.0.1', port: mailbox.port, secure: false, from: 'Asha <hello@asha.example>' }
  const set = await asha.put('/v1/channels/email', { ...account, verp: false, reply_to: 'help@asha.example' })
  assert.deepEqual([set.status, set.body.verp], [200, false], set.text)
  const { mail } = await sent(meena)
  assert.equal(mail.envelope.from, 'hello@asha.example')
  assert.deepEqual(mail.parsed.replyTo, [{ name: '', address: 'help@asha.example' }])
  assert.match(mail.headers['list-unsubscribe'] ?? '', /, <mailto:/)

  assert.equal((await asha.put('/v1/channels/email', account)).body.verp, true)
  const { mail: next, delivery } = await sent(meena)
  assert.equal(own.read(next.envelope.from)?.id, delivery.id)
  assert.equal(next.parsed.replyTo?.[0]?.name, 'Asha')
  await asha.delete('/v1/channels/email')
})
