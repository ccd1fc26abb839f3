// Mails as they are transmitted, parsed by another parser than the one that composed them.

import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import fc, { anyText, SLOW_CASES } from '../../../../test/cases.ts'
import { fund, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { correspond, delivered, deliveriesOf, until, write } from '../../../../test/mail-story.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { person } from '../../../../test/story.ts'
import { classify } from './replies.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url, SAMVAD_SMTP_FROM: 'संवाद टीम <team@samvad.example>' })
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 1000n)
const ravi = await correspond(asha, 'ravi@shop.example', 'Ravi')
samvad.startWorker()

beforeEach(() => {
  mailbox.received.length = 0
})

async function sent(fields: object) {
  await delivered(samvad, await write(asha, ravi, fields), 'sent')
  assert.equal(mailbox.received.length, 1)
  return mailbox.received.splice(0)[0] as (typeof mailbox.received)[number]
}

describe('what arrives is what was written', () => {
  test('spec 7.20: Hindi and emoji in subject, sender and text; the line itself is ASCII', async () => {
    const subject = `आपका ऑर्डर भेज दिया गया है 🎉 ${'बहुत बहुत धन्यवाद '.repeat(10)}`.trim()
    const mail = await sent({ subject, text: 'नमस्ते रवि,\nआपका ऑर्डर कल पहुँचेगा 🚚' })
    assert.equal(mail.subject, subject)
    assert.equal(mail.text, 'नमस्ते रवि,\nआपका ऑर्डर कल पहुँचेगा 🚚')
    assert.deepEqual(mail.parsed.from, { name: 'संवाद टीम', address: 'team@samvad.example' })
    assert.deepEqual(mail.parsed.to, [{ name: 'Ravi', address: 'ravi@shop.example' }])
    assert.match(mail.raw, /^[\r\n\t\x20-\x7e]*$/)
    for (const line of mail.raw.split('\r\n')) assert.ok(line.length <= 998, 'RFC 5322 §2.1.1')
  })

  test('spec 7.20: a subject that looks like an encoded word arrives as it was written', async () => {
    for (const subject of [
      'What does =?utf-8?Q?caf=C3=A9?= mean',
      `=?utf-8?B?4KSa4KS+4KSv?= is चाय ${'and tea '.repeat(20)}`.trim(),
    ]) {
      const mail = await sent({ subject, text: 'Hello' })
      assert.equal(mail.parsed.subject, subject)
      assert.match(mail.raw, /^Subject: =\?UTF-8\?B\?/m)
    }
  })

  test('spec 7.164: a contact whose address is in Hindi gets mail', async () => {
    const nila = await correspond(asha, 'नीला@डाकघर.भारत', 'नीला')
    await delivered(samvad, await write(asha, nila, { text: 'नमस्ते' }), 'sent')
    const mail = mailbox.received.splice(0)[0] as (typeof mailbox.received)[number]
    assert.deepEqual(mail.parsed.to, [{ name: 'नीला', address: 'नीला@डाकघर.भारत' }])
    assert.match(mail.envelope.to[0] ?? '', /^नीला@/)
    assert.equal(mail.text, 'नमस्ते')
  })

  test('spec 7.20: text alone, HTML alone, and both', async () => {
    const onlyText = await sent({ text: 'Only text' })
    assert.deepEqual([onlyText.text, onlyText.html], ['Only text', ''])
    assert.match(onlyText.headers['content-type'] ?? '', /^text\/plain; charset=utf-8/)
    // Readers without HTML get its text.
    const onlyHtml = await sent({
      html: '<p>Only <b>HTML</b></p><p>आपका <a href="https://shop.example/1">ऑर्डर</a></p>',
    })
    assert.match(onlyHtml.html, /^<p>Only <b>HTML<\/b><\/p>/)
    assert.equal(onlyHtml.text.trim(), 'Only HTML\n\nआपका ऑर्डर (https://shop.example/1)')
    assert.match(onlyHtml.headers['content-type'] ?? '', /^multipart\/alternative/)
    // The last part is the preferred one: RFC 2046 §5.1.4.
    assert.match(onlyHtml.raw, /^Content-Type: text\/plain[\s\S]*^Content-Type: text\/html/m)
    const picture = await sent({ html: '<img src="https://shop.example/a.png">' })
    assert.match(picture.headers['content-type'] ?? '', /^text\/html; charset=utf-8/)
    const both = await sent({ text: 'Text', html: '<p>HTML</p>' })
    assert.deepEqual([both.text, both.html.trim()], ['Text', '<p>HTML</p>'])
    assert.match(both.headers['content-type'] ?? '', /^multipart\/alternative/)
  })

  test('spec 7.20: a text with lines of a single dot, and with commands of the protocol, stays one text of one mail', async () => {
    const text = 'first\n.\nQUIT\n..two\n.\nMAIL FROM:<x@evil.example>\nlast'
    const mail = await sent({ text })
    assert.equal(mail.text, text)
    assert.equal(mailbox.received.length, 0)
  })

  test('spec 7.20: its date is the time of the program, and its envelope is its sender and its one recipient', async () => {
    samvad.setClock(new Date('2026-03-10T06:30:00Z'))
    const mail = await sent({ text: 'Hello' })
    samvad.setClock(null)
    assert.equal(mail.headers.date, 'Tue, 10 Mar 2026 06:30:00 +0000')
    assert.deepEqual(mail.envelope, { from: 'team@samvad.example', to: ['ravi@shop.example'] })
  })

  test('RFC 5322, RFC 2045: what every mail has, once; ASCII lines of at most 998, also of one endless word', async () => {
    for (const fields of [
      { text: 'x'.repeat(5000), subject: 'y'.repeat(480) },
      { text: 'क'.repeat(3000), html: `<p>${'ख'.repeat(3000)}</p>` },
      { html: `<p>${'z'.repeat(5000)}</p>` },
    ]) {
      const mail = await sent(fields)
      const keys = mail.parsed.headers.map(({ key }) => key)
      // Without a subject of its own, the mail has that of its thread.
      for (const name of ['date', 'from', 'to', 'message-id', 'mime-version', 'subject', 'content-type'])
        assert.equal(keys.filter((key) => key === name).length, 1, name)
      assert.equal(mail.headers['mime-version'], '1.0')
      // Written by a person to a person: without the headers of bulk and automatic mail.
      for (const name of ['auto-submitted', 'precedence', 'feedback-id', 'bcc', 'x-mailer'])
        assert.equal(keys.includes(name), false, name)
      assert.match(mail.raw, /^[\r\n\t\x20-\x7e]*$/)
      assert.doesNotMatch(mail.raw, /[^\r]\n|\r[^\n]/)
      for (const line of mail.raw.split('\r\n')) assert.ok(line.length <= 998, 'RFC 5322 §2.1.1')
      if (fields.text) assert.equal(mail.text.trim(), fields.text)
      if (fields.html) assert.equal(mail.html.trim(), fields.html)
    }
  })

  test('RFC 8058: one-click unsubscription is offered in every mail, by an address on one line', async () => {
    const mail = await sent({ text: 'Hello' })
    assert.equal(mail.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
    const url = /^<(.+)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1]
    assert.ok(url?.startsWith(`${samvad.url}/unsubscribe/`))
    assert.ok(mail.raw.includes(`List-Unsubscribe: <${url}>\r\n`))
  })
})

describe('spec 18.4: mail headers cannot be injected', () => {
  const headerNames = async (fields: object) => (await sent(fields)).parsed.headers.map(({ key }) => key)

  test('spec 18.4: a subject with line breaks of any kind stays one header', async () => {
    const plain = await headerNames({ subject: 'Hello', text: 'Hello' })
    const tricks = [
      '\r\nBcc: all@evil.example',
      '\nBcc: all@evil.example',
      '\rX-Evil: 1',
      '\r\n\r\nanother body',
      '\u2028X-Evil: 1',
      '\u0085X-Evil: 1',
      '=?UTF-8?Q?=0D=0AX-Evil:_1?=',
    ]
    for (const trick of tricks) {
      const fields = { subject: `Hello${trick}`, text: 'Hello' }
      const answer = await asha.post('/v1/messages', {
        conversation_id: ravi.conversationId,
        channel: 'email',
        ...fields,
      })
      // Refused at acceptance or made harmless: nothing gets through.
      if (answer.status === 422) continue
      await delivered(samvad, answer.body, 'sent')
      const [mail] = mailbox.received.splice(0)
      assert.deepEqual(
        mail?.parsed.headers.map(({ key }) => key),
        plain,
        JSON.stringify(trick),
      )
      assert.deepEqual(mail?.envelope.to, ['ravi@shop.example'])
    }
  })

  test('spec 18.4: whatever the subject holds, the mail has the same headers and goes to one address', async () => {
    const plain = await headerNames({ subject: 'Hello', text: 'Hello' })
    const piece = fc.oneof(
      anyText({ maxLength: 20 }),
      fc.constantFrom('\r\n', '\n', '\r', 'Bcc: a@evil.example', ': ', '=?', '<', '>', ',', '\t'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
        const subject = pieces.join('').replaceAll('\0', '')
        if (subject === '' || !subject.isWellFormed()) return
        const answer = await asha.post('/v1/messages', {
          conversation_id: ravi.conversationId,
          channel: 'email',
          subject,
          text: 'x',
        })
        if (answer.status === 422) return
        assert.equal(answer.status, 201, answer.text)
        await delivered(samvad, answer.body, 'sent')
        const [mail, ...more] = mailbox.received.splice(0)
        assert.deepEqual(more, [])
        const names = mail?.parsed.headers.map(({ key }) => key).filter((key) => key !== 'content-transfer-encoding')
        // A blank subject makes no header at all.
        assert.deepEqual(
          names?.filter((key) => key !== 'subject'),
          plain.filter((key) => key !== 'subject' && key !== 'content-transfer-encoding'),
        )
        assert.deepEqual(mail?.envelope.to, ['ravi@shop.example'])
      }),
      { numRuns: SLOW_CASES },
    )
  })

  test('spec 18.4: an address that would be two, or begin a header, is not sent to, and costs nothing', async () => {
    for (const address of [
      'a@x.example,b@x.example',
      'a@x.example>\r\nRCPT TO:<b@x.example',
      '"a b"@x.example',
      'a@b@x.example',
      'nobody',
    ]) {
      const message = await write(asha, ravi)
      // No contact can have such an address, except by an import or a manual change in the database.
      const [queued] = await deliveriesOf(samvad, message)
      await until(
        () => deliveriesOf(samvad, message),
        ([row]) => row?.status === 'sent',
      )
      mailbox.received.length = 0
      await samvad.rows('update contacts set email = $2 where id = (select contact_id from deliveries where id = $1)', [
        queued?.id,
        address,
      ])
      await samvad.rows(
        "update deliveries set status = 'queued', due_at = now() - interval '1 second', sent_at = null where id = $1",
        [queued?.id],
      )
      await samvad.rows(
        "insert into due_work values ('dispatch', $1, now()) on conflict (kind, org_id) do update set due_at = excluded.due_at",
        [samvad.company.organizationId],
      )
      samvad.app.wake('dispatch')
      const failed = await delivered(samvad, message, 'failed')
      assert.equal(failed.error_code, 'invalid_address')
      await samvad.rows('update contacts set email = $2 where email = $1', [address, queued?.address])
      assert.equal(mailbox.received.length, 0)
      const refunds = await samvad.rows('select 1 from transactions where key = $1', [`reversal:${failed.id}`])
      assert.equal(refunds.length, 1)
      assert.equal(uuidOf('msg', message.id), failed.message_id)
    }
  })
})

describe('RFC 5321 §4.2: what a reply means', () => {
  const error = (properties: object) => Object.assign(new Error('as the server said'), properties)
  const cases: [string, object, boolean, string][] = [
    ['5yz at the recipient', { code: 'EENVELOPE', responseCode: 550 }, false, 'refused'],
    ['4yz at the recipient', { code: 'EENVELOPE', responseCode: 450 }, false, 'temporary'],
    ['5yz after the message', { code: 'EMESSAGE', responseCode: 554 }, true, 'refused'],
    ['4yz after the message', { code: 'EMESSAGE', responseCode: 452 }, true, 'temporary'],
    ['503, which speaks of the session', { code: 'EENVELOPE', responseCode: 503 }, false, 'temporary'],
    ['421 after the message', { code: 'EMESSAGE', responseCode: 421 }, true, 'unavailable'],
    ['a wrong password', { code: 'EAUTH', responseCode: 535 }, false, 'unavailable'],
    ['5yz as a greeting', { code: 'EPROTOCOL', responseCode: 554 }, false, 'unavailable'],
    ['no connection', { code: 'ESOCKET' }, false, 'unavailable'],
    ['a connection lost before the message', { code: 'ECONNECTION' }, false, 'unavailable'],
    ['a connection lost after the message', { code: 'ECONNECTION' }, true, 'unknown'],
    ['silence after the message', { code: 'ETIMEDOUT' }, true, 'unknown'],
    ['time up after the message', { code: 'EABORT' }, true, 'unknown'],
    ['an address that the client does not send', { code: 'EENVELOPE' }, false, 'refused'],
    ['a message larger than the server takes', { code: 'EMESSAGE' }, false, 'refused'],
  ]
  for (const [what, properties, hasBegun, outcome] of cases) {
    test(`${what}: ${outcome}`, () => assert.equal(classify(error(properties), hasBegun).outcome, outcome))
  }
})
