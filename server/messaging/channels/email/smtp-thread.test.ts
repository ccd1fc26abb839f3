// The recipient of a mail, and the earlier mails that it refers to.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { fund, publicId, startSamvad } from '../../../../test/harness.ts'
import { correspond, delivered, deliveriesOf, until, write } from '../../../../test/mail-story.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { person } from '../../../../test/story.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 1000n)
samvad.startWorker()

const fromContact = (from: string, text: string, time: Date) => ({
  channel: 'email' as const,
  from,
  account: null,
  content: { subject: null, text, html: null, attachments: [] },
  time,
})

test('spec 7.20: a contact is addressed by the name that it has now; one whose name is the address, by that alone', async () => {
  const to = async (display_name: string | null, email = 'nila@shop.example') => {
    const nila = await correspond(asha, email, 'Somebody')
    await asha.put(`/v1/contacts/${nila.contactId}`, { display_name })
    await delivered(samvad, await write(asha, nila), 'sent')
    return mailbox.received.splice(0)[0]?.parsed.to
  }
  assert.deepEqual(await to('नीला, "N." <Rao>'), [{ name: 'नीला, "N." <Rao>', address: 'nila@shop.example' }])
  assert.deepEqual(await to('a'.repeat(200)), [{ name: 'a'.repeat(200), address: 'nila@shop.example' }])
  assert.deepEqual(await to('Nila@shop.example'), [{ name: '', address: 'nila@shop.example' }])
  assert.deepEqual(await to(null), [{ name: '', address: 'nila@shop.example' }])
})

test('RFC 5322 §3.6.4: a mail refers to those before it with the same contact in the same conversation', async () => {
  const meena = await correspond(asha, 'meena@shop.example', 'Meena')
  const other = await correspond(asha, 'other@shop.example', 'Other')
  const next = async (to = meena) => {
    await delivered(samvad, await write(asha, to), 'sent')
    const { parsed } = mailbox.received.splice(0)[0] as (typeof mailbox.received)[number]
    return { id: parsed.messageId as string, inReplyTo: parsed.inReplyTo, references: parsed.references }
  }
  const first = await next()
  assert.deepEqual([first.inReplyTo, first.references], [undefined, undefined])
  assert.equal((await next(other)).inReplyTo, undefined)
  const second = await next()
  assert.deepEqual([second.inReplyTo, second.references], [first.id, first.id])
  // The contact's mail has the Message-ID of the contact's mail program.
  const scope = { organizationId: samvad.company.organizationId, at: new Date() }
  const wrote = fromContact('meena@shop.example', 'Thanks', scope.at)
  await samvad.app.database.transaction((tx) => receive(tx, scope, { ...wrote, providerId: '<a.b+c=1@mail.example>' }))
  const third = await next()
  assert.equal(third.inReplyTo, '<a.b+c=1@mail.example>')
  assert.equal(third.references, `${first.id} ${second.id} <a.b+c=1@mail.example>`)
  // In a long exchange, the latest ten.
  const all = [first.id, second.id, '<a.b+c=1@mail.example>', third.id]
  for (let count = 0; count < 9; count++) all.push((await next()).id)
  assert.equal((await next()).references, all.slice(-10).join(' '))
})

test('spec 7.161: an answer without a subject leaves with "Re:" and the subject of its thread', async () => {
  const ravi = await correspond(asha, 'ravi@shop.example', 'Ravi')
  const subjectOf = async (fields: object) => {
    await delivered(samvad, await write(asha, ravi, { text: 'It leaves today.', ...fields }), 'sent')
    return mailbox.received.splice(0)[0]?.parsed.subject
  }
  assert.equal(await subjectOf({}), undefined, 'a thread without a subject')
  const scope = { organizationId: samvad.company.organizationId, at: new Date() }
  const wrote = fromContact('ravi@shop.example', 'Is it ready?', scope.at)
  const content = { ...wrote.content, subject: 'My order' }
  await samvad.app.database.transaction((tx) =>
    receive(tx, scope, { ...wrote, content, providerId: '<order@shop.example>' }),
  )
  assert.equal(await subjectOf({}), 'Re: My order')
  assert.equal(await subjectOf({ subject: 'Your bill' }), 'Your bill')
  assert.equal(await subjectOf({}), 'Re: Your bill', 'the newest that has one')
})

test('spec 7.162: an answer goes to the Reply-To of a mail that proved its sender, unless it is suppressed', async () => {
  const sita = await correspond(asha, 'sita@shop.example', 'Sita')
  const scope = { organizationId: samvad.company.organizationId, at: new Date() }
  let count = 0
  const receives = (changes: object) =>
    samvad.app.database.transaction((tx) =>
      receive(tx, scope, {
        ...fromContact('sita@shop.example', 'Is it ready?', scope.at),
        providerId: `<${++count}.sita@shop.example>`,
        isAuthenticated: true,
        ...changes,
      }),
    )
  const answered = async () => {
    await delivered(samvad, await write(asha, sita), 'sent')
    const { parsed, envelope } = mailbox.received.splice(0)[0] as (typeof mailbox.received)[number]
    assert.equal(parsed.to?.[0]?.address, envelope.to[0])
    return envelope.to[0]
  }
  assert.equal(await answered(), 'sita@shop.example')
  const { message } = await receives({ replyTo: 'Orders@shop.example' })
  assert.equal(
    (await asha.get(`/v1/messages/${publicId('msg', message?.id as Uuid)}`)).body.reply_to,
    'Orders@shop.example',
  )
  assert.equal(await answered(), 'Orders@shop.example')
  await receives({ replyTo: 'evil@elsewhere.example', isAuthenticated: false })
  assert.equal(await answered(), 'sita@shop.example', 'anybody may have written it')
  await receives({ replyTo: 'orders@shop.example' })
  await receives({ isAutomatic: true, isAutomaticReply: true })
  assert.equal(await answered(), 'orders@shop.example', 'an automatic answer changes nothing')
  await asha.make('/v1/suppressions', { channel: 'email', address: 'orders@shop.example' })
  assert.equal(await answered(), 'sita@shop.example')
  await receives({})
  assert.equal(await answered(), 'sita@shop.example', 'the newest mail has none')
})

test('spec 7.20: a name that somebody made up for a mail of theirs begins no header of ours', async () => {
  const lata = await correspond(asha, 'lata@shop.example', 'Lata')
  const scope = { organizationId: samvad.company.organizationId, at: new Date() }
  const wrote = fromContact('lata@shop.example', 'Hi', scope.at)
  for (const providerId of ['<x>\r\nBcc: all@evil.example', '<a b@c>', 'naked@id', '<é@x>', `<${'x'.repeat(300)}@y>`])
    await samvad.app.database.transaction((tx) => receive(tx, scope, { ...wrote, providerId }))
  await delivered(samvad, await write(asha, lata), 'sent')
  const [mail] = mailbox.received.splice(0)
  assert.equal(mail?.parsed.inReplyTo, undefined)
  assert.doesNotMatch(mail?.raw ?? '', /evil/)
})

test('spec 7.20: in a group every member has the mails that they got themselves before it', async () => {
  const [tara, uma] = await Promise.all(
    ['tara', 'uma'].map((name) => asha.make('/v1/contacts', { display_name: name, email: `${name}@shop.example` })),
  )
  const group = await asha.make('/v1/groups', { name: 'Dealers', contacts: [tara.id] })
  const { id: conversation_id } = await asha.make('/v1/conversations', { group_id: group.id })
  const say = async (count: number) => {
    const message = await asha.make('/v1/messages', { conversation_id, channel: 'email', text: 'Hello all' })
    await until(
      () => deliveriesOf(samvad, message),
      (rows) => rows.length === count && rows.every(({ status }) => status === 'sent'),
    )
    return new Map(mailbox.received.splice(0).map(({ envelope, parsed }) => [envelope.to[0], parsed]))
  }
  const first = await say(1)
  await asha.post(`/v1/groups/${group.id}/contacts`, { contacts: [uma.id] })
  const second = await say(2)
  assert.equal(second.get('tara@shop.example')?.inReplyTo, first.get('tara@shop.example')?.messageId)
  assert.equal(second.get('uma@shop.example')?.inReplyTo, undefined)
})
