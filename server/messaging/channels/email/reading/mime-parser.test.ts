// Mails as programs write them: undeclared charsets, uuencode, text files, attached mails.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from '../../../../../test/cases.ts'
import { readableWords } from './charsets.ts'
import { parseMail } from './parse.ts'
import { uuencodedIn } from './uuencode.ts'

const head = (more = '') => `From: ravi@shop.example\r\nSubject: Hi\r\nMIME-Version: 1.0\r\n${more}`
const read = (raw: string) => parseMail(Buffer.from(raw, 'latin1'))
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const multipart = (kind: string, ...parts: string[]) =>
  `${head()}Content-Type: multipart/${kind}; boundary=B\r\n\r\n--B\r\n${parts.join('\r\n--B\r\n')}\r\n--B--\r\n`
const part = (type: string, body: string, more = '') => `Content-Type: ${type}\r\n${more}\r\n${body}`
const contentsOf = ({ attachments }: Awaited<ReturnType<typeof parseMail>>) =>
  attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString('latin1')])

describe('spec 7.160: text is read in the charset in which it was written', () => {
  const texts: [name: string, charset: string, body: string, expected: string][] = [
    ['UTF-7', 'utf-7', 'Caf+AOk- 5 +IKw-, 1 +- 1', 'Café 5 €, 1 + 1'],
    ['UTF-7 under an old name', 'unicode-1-1-utf-7', '+CSgJLg-', 'नम'],
    ['UTF-8', 'utf-8', utf8('चाय ₹5'), 'चाय ₹5'],
    ['UTF-8 under the name of ASCII', 'us-ascii', utf8('चाय ₹5'), 'चाय ₹5'],
    ['Windows-1252 under the name of UTF-8', 'utf-8', 'caf\xe9 \x80', 'café €'],
    ['UTF-8 with one bad byte', 'utf-8', `${utf8('चाय')}\xff`, 'चाय\ufffd'],
    ['a charset by its name', 'windows-1251', '\xf7\xe0\xe9', 'чай'],
  ]
  for (const [name, charset, body, expected] of texts)
    test(`spec 7.160: ${name}`, async () => {
      assert.equal(
        (await read(`${head()}Content-Type: text/plain; charset=${charset}\r\n\r\n${body}`)).words.text,
        expected,
      )
    })

  test('spec 7.160: flowed text keeps its paragraphs', async () => {
    const { words } = await read(
      `${head()}Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\nIs it \r\nready?`,
    )
    assert.equal(words.text, 'Is it ready?')
  })

  const subjects: [name: string, header: string, expected: string][] = [
    ['bad bytes in an encoded word', '=?utf-8?Q?caf=E9_au_lait?=', 'café au lait'],
    ['bad bytes in base64', '=?utf-8?B?Y2Fm6Q==?=', 'café'],
    ['a character split between two words', '=?utf-8?Q?=E0=A4=9A=E0?=\r\n =?utf-8?Q?=A4=BE?=', 'चा'],
    ['UTF-7', '=?utf-7?Q?Caf+AOk-?=', 'Café'],
    ['an unknown charset', '=?unknown-8bit?Q?caf=C3=A9?=', 'café'],
    ['no encoded word, but Windows-1252', 'caf\xe9', 'café'],
    ['no encoded word, but UTF-8', utf8('चाय'), 'चाय'],
    ['a language', '=?utf-8*hi?Q?caf=E9?=', 'café'],
    ['another charset', '=?iso-8859-5?Q?=E7=D0=D9?= and =?utf-8?Q?=E2=82=B95?=', 'чай and ₹5'],
  ]
  for (const [name, header, expected] of subjects)
    test(`spec 7.160: a subject and a name with ${name}`, async () => {
      const { subject, from } = await read(`From: ${header} <ravi@shop.example>\r\nSubject: ${header}\r\n\r\nx`)
      assert.deepEqual([subject, from?.name, from?.address], [expected, expected, 'ravi@shop.example'])
    })

  test('spec 7.160: words that can be decoded are left as they are', () => {
    for (const word of ['=?iso-8859-1?Q?caf=E9?=', '=?gb2312?B?ztK6wA==?=', 'no =?word', '=?utf-8?X?a?='])
      assert.equal(readableWords(word), word)
  })
})

describe('spec 7.160: the words of an HTML mail', () => {
  test('spec 7.160: a blank text part beside HTML hides nothing', async () => {
    for (const blank of ['', '\r\n \r\n', '\xa0'])
      assert.equal(
        (await read(multipart('alternative', part('text/plain', blank), part('text/html', '<p>Is it ready?</p>'))))
          .words.text,
        'Is it ready?',
      )
  })

  test('spec 7.160: letters by name', async () => {
    const html =
      'caf&eacute; &Eacute;t&eacute; &Ouml;l &ntilde; &szlig; &alpha;&Omega; &euro; &pound;5 &frac12; it&#146;s'
    assert.equal(
      (await read(`${head()}Content-Type: text/html\r\n\r\n${html}`)).words.text,
      'café Été Öl ñ ß αΩ € £5 ½ it’s',
    )
  })
})

describe('spec 7.160: files', () => {
  const note = part(
    'text/plain; charset=utf-8; name="notes.txt"',
    'rice 5 kg\r\ndal 2 kg',
    'Content-Disposition: inline; filename="notes.txt"\r\n',
  )

  test('spec 7.160: a text file that is sent inline is a file, and the text the text', async () => {
    const mail = await read(multipart('mixed', part('text/plain', 'See the list.'), note, part('text/plain', 'Ravi')))
    assert.equal(mail.words.text, 'See the list.\nRavi')
    assert.deepEqual(contentsOf(mail), [['notes.txt', 'rice 5 kg\r\ndal 2 kg']])
  })

  test('spec 7.160: where there is nothing else it is the text too', async () => {
    const mail = await read(multipart('mixed', note))
    assert.equal(mail.words.text, 'rice 5 kg\ndal 2 kg')
    assert.deepEqual(contentsOf(mail).length, 1)
    const single = await read(`${head()}${note}`)
    assert.deepEqual([single.words.text, single.attachments], ['rice 5 kg\ndal 2 kg', []])
  })

  test('spec 7.160: an attached mail is called by its subject and keeps its line ends', async () => {
    const bill = 'From: a@b.example\r\nSubject: =?utf-8?Q?Bill_=E2=82=B95?=\r\n\r\nTotal: 5\r\n'
    const mail = await read(
      multipart(
        'mixed',
        part('text/plain', 'See the bill.'),
        part('message/rfc822', bill),
        part('message/rfc822; name="old bill"', 'From: a@b.example\n\nTotal: 4\n'),
        part('message/rfc822', 'From: a@b.example\r\n\r\nTotal: 3'),
      ),
    )
    assert.equal(mail.words.text, 'See the bill.')
    assert.deepEqual(contentsOf(mail), [
      ['Bill ₹5.eml', bill],
      ['old bill.eml', 'From: a@b.example\n\nTotal: 4\n'],
      ['message.eml', 'From: a@b.example\r\n\r\nTotal: 3'],
    ])
  })

  test('spec 7.160: an invitation in base64 is the file that was sent', async () => {
    const invitation = `BEGIN:VCALENDAR\r\nSUMMARY:${utf8('चाय')}\r\nEND:VCALENDAR\r\n\r\n`
    const encoded = Buffer.from(invitation, 'latin1').toString('base64')
    const type = 'text/calendar; charset=utf-8; method=REQUEST'
    const mail = await read(
      multipart(
        'alternative',
        part('text/plain', 'Tea?'),
        part(type, encoded, 'Content-Transfer-Encoding: base64\r\n'),
        part(type, invitation, 'Content-Disposition: attachment; filename="tea.ics"\r\n'),
      ),
    )
    assert.equal(mail.words.text, 'Tea?')
    assert.deepEqual(contentsOf(mail), [
      ['invite.ics', invitation],
      ['tea.ics', invitation],
    ])
  })

  const ENCODED = 'begin 644 cat.txt\r\n#0V%T\r\n`\r\nend'

  test('spec 7.160: a file in uuencode is a file: within the text and as a part', async () => {
    const inText = await read(`${head()}\r\nHere it is.\r\n\r\n${ENCODED}\r\nRavi`)
    assert.equal(inText.words.text, 'Here it is.\n\nRavi')
    assert.deepEqual(contentsOf(inText), [['cat.txt', 'Cat']])
    const asPart = await read(
      multipart(
        'mixed',
        part('text/plain', 'Here it is.'),
        part('application/octet-stream; name=cat.txt', ENCODED, 'Content-Transfer-Encoding: x-uuencode\r\n'),
      ),
    )
    assert.deepEqual([asPart.words.text, contentsOf(asPart)], ['Here it is.', [['cat.txt', 'Cat']]])
  })

  test('spec 7.160: words that only begin like uuencode stay', () => {
    for (const text of [
      'begin 644 words',
      'begin 644 the work\nand go on\nend',
      'begin 644 x\nend',
      'begin 644 a\n#0V%T',
    ])
      assert.deepEqual(uuencodedIn(text), { text, files: [] })
  })

  test('spec 7.160: whatever the bytes are, uuencode gives them back', () => {
    const line = (bytes: Buffer) => {
      const six = (value: number) => String.fromCharCode((value & 0x3f) === 0 ? 0x60 : (value & 0x3f) + 0x20)
      let out = six(bytes.length)
      for (let at = 0; at < bytes.length; at += 3) {
        const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
        out += six(a >> 2) + six((a << 4) | (b >> 4)) + six((b << 2) | (c >> 6)) + six(c)
      }
      return out
    }
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        const content = Buffer.from(bytes)
        const lines = Array.from({ length: Math.ceil(content.length / 45) }, (_, index) =>
          line(content.subarray(index * 45, index * 45 + 45)),
        )
        const { text, files } = uuencodedIn(`a\nbegin 600 x y\n${lines.join('\n')}\n\`\nend\nb`)
        assert.equal(text, 'a\nb')
        assert.deepEqual(files, [{ filename: 'x y', content }])
      }),
    )
  })
})
