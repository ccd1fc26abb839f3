// The cost of parsing one mail is limited: no mail delays the others.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deliveryStatus } from '../../../../../test/mails.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { authenticityOf } from './authenticity.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { MAIL_LINES_MAX, parseMail } from './parse.ts'
import { splitQuotedHtml } from './quoted.ts'

const HEAD = 'From: ravi@shop.example\r\nSubject: Hi\r\nMIME-Version: 1.0\r\n'
/** CPU time, because a machine may be busy. Where the time is quadratic, it is minutes. */
const CPU_MAX_MS = 5000

async function quickly<T>(work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  const result = await work()
  const ms = process.cpuUsage(before).user / 1000
  assert.ok(ms < CPU_MAX_MS, `${Math.round(ms)} ms of the processor`)
  return result
}

test('spec 18.43: a mail of nothing but line ends is read in the memory that it has itself; of more than 500,000 none is', async () => {
  const lines = (count: number) => Buffer.from(`${HEAD}\r\n${'\n'.repeat(count)}`)
  const before = process.memoryUsage().rss
  const { text = '' } = await quickly(() => parseMail(lines(MAIL_LINES_MAX - 10)))
  const grownMb = (process.memoryUsage().rss - before) / 1e6
  // 2 KB per line would be a gigabyte.
  assert.ok(grownMb < 300, `${Math.round(grownMb)} MB`)
  assert.ok(text.length > MAIL_LINES_MAX - 100)
  await assert.rejects(
    () => parseMail(lines(MAIL_LINES_MAX + 1)),
    (error: Error) => error instanceof NotUnderstood && /more than 500000 lines/.test(error.message),
  )
})

test('spec 18.43: what has no encoding is read as it is: text in its charset, a file to the byte', async () => {
  const file = 'caf\xe9\0\r\nline\r\n'
  const parts = [
    '\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\ncaf\xe9\r\nau lait\r\n',
    `\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\nContent-Disposition: attachment; filename=a\r\n\r\n${file}`,
    '\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: BASE64\r\nContent-Disposition: attachment; filename=b\r\n\r\naGk=\r\n',
    '\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<b>caf=C3=A9</b>\r\n',
  ]
  const raw = `${HEAD}Content-Type: multipart/mixed; boundary=B\r\n\r\n--B${parts.join('--B')}--B--\r\n`
  const mail = await parseMail(Buffer.from(raw, 'latin1'))
  assert.match(mail.text ?? '', /café\nau lait/)
  assert.match(mail.words.html ?? '', /<b>café<\/b>/)
  const contents = mail.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString('latin1'))
  assert.deepEqual(contents, ['caf\xe9\0\r\nline', 'hi'])
})

describe('expressions that somebody else feeds', () => {
  const MANY = 300_000

  test('spec 18.43: the address in a report of a delivery', async () => {
    const report = (address: string) => readDeliveryStatus(`Action: failed\nFinal-Recipient: rfc822;${address}\n`)
    const [hostile] = await quickly(() => report(`${'@'.repeat(MANY)} x`))
    assert.equal(hostile?.address, null)
    assert.equal(report(' <ravi@shop.example>')[0]?.address, 'ravi@shop.example')
    assert.ok(deliveryStatus().includes('rfc822'))
  })

  const hostile = {
    'tags that do not end': `${'<'.repeat(MANY)}<div class="gmail_quote">x`,
    'folds that are none': '<div class='.repeat(MANY),
    'tags without a class': '<div '.repeat(MANY),
    'an attribute and its spaces': `<div ${'class '.repeat(80)}${' '.repeat(MANY)}`,
    'a fold after a fold': `x${'<blockquote type=cite>y</blockquote>'.repeat(MANY / 10)}`,
    'a fold in a fold': `x${'<blockquote type=cite>'.repeat(MANY / 10)}`,
  }
  for (const [name, html] of Object.entries(hostile))
    test(`spec 18.43: the fold of an HTML mail: ${name}`, async () => {
      const { fresh, rest } = await quickly(() => splitQuotedHtml(html))
      assert.equal(fresh + rest, html)
    })

  const headers = {
    'a header of 100,000 lines': `X: a${'\r\n b'.repeat(100_000)}\r\n`,
    'headers of 10 MB': `X: ${'a'.repeat(10_000_000)}\r\n`,
    'a thousand signatures, each over another length': Array.from(
      { length: 1000 },
      (_, index) => `DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; s=s; h=from; l=${index}; bh=AAAA; b=AAAA\r\n`,
    ).join(''),
  }
  const bodies = { 'a line of 10 MB': ' '.repeat(10_000_000) }
  const mails = [
    ...Object.entries(headers).map(([name, header]) => [name, `${header}${HEAD}\r\n${'x\r\n'.repeat(1000)}`]),
    ...Object.entries(bodies).map(([name, body]) => [name, `${HEAD}\r\n${body}x\r\n`]),
  ]
  for (const [name = '', text = ''] of mails)
    test(`spec 18.43: whose a mail is, is not asked of ${name}`, async () => {
      const asked: string[] = []
      const resolve = async (asks: string) => {
        asked.push(asks)
        return []
      }
      const raw = Buffer.from(text)
      const client = { address: '192.0.2.1', helo: 'mail.shop.example' }
      const envelope = { from: 'ravi@shop.example', to: '', client }
      const { isAuthenticated } = await quickly(() => authenticityOf({ raw, envelope }, resolve, 'in.samvad.example'))
      assert.deepEqual([isAuthenticated, asked], [false, []])
    })
})
