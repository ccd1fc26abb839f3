// Large mails are parsed in a separate thread: the result is the same, and the event loop is not blocked.

import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { startDnsServer } from '../../../../../test/dns/server.ts'
import { longestStretchOf } from '../../../../../test/stretches.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { createAuthenticity, readMail } from './apart.ts'
import { authenticityOf } from './authenticity.ts'
import { MAIL_LINES_MAX, parseMail } from './parse.ts'

/** Many times the size from which a mail is parsed in a thread; one of 20 MB takes ten times as long. */
const FILE_BYTES = 2 * 1024 * 1024
/** Compared with parsing it in this thread, on this machine. */
const SHORTER_AT_LEAST = 2
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

async function signed(fields: object): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const dkim = {
    domainName: 'shop.example',
    keySelector: 's1',
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }),
  }
  const mail = { from: 'ravi@shop.example', to: 'asha@mills.example', subject: 'Bills', ...fields, dkim }
  return ((await transport.sendMail(mail as object)) as unknown as { message: Buffer }).message
}

const file = randomBytes(FILE_BYTES)
const raw = await signed({
  text: 'All of them',
  html: '<p>All of <b>them</b></p>',
  attachments: [{ filename: 'bills.bin', content: file }],
})
const envelope = { from: 'ravi@shop.example', to: 'asha@mills.example', client: null }

test('spec 18.52: a large mail is read to the same, and the process goes on meanwhile', async () => {
  await parseMail(raw)
  const here = await longestStretchOf(() => parseMail(raw))
  const apart = await longestStretchOf(() => readMail(raw))
  // A garbage collection of this process can fall into one of them; parsing here would lengthen all.
  const again = [await longestStretchOf(() => readMail(raw)), await longestStretchOf(() => readMail(raw))]
  const apartMs = Math.min(apart.ms, ...again.map(({ ms }) => ms))
  assert.deepEqual(apart.value.words, { text: 'All of them', quotedText: null, html: here.value.words.html })
  const [attachment] = apart.value.attachments
  assert.ok(Buffer.from(attachment?.content as ArrayBuffer).equals(file))
  const { attachments: ours, ...mine } = here.value
  const { attachments: theirs, ...its } = apart.value
  assert.deepEqual(its, mine)
  assert.deepEqual(
    theirs.map(({ content: _, ...rest }) => rest),
    ours.map(({ content: _, ...rest }) => rest),
  )
  assert.ok(apartMs * SHORTER_AT_LEAST < here.ms, `${apartMs} ms of ${here.ms}`)
})

test('spec 18.52: whether it is authentic is found out there too', async () => {
  const dns = await startDnsServer()
  try {
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    dns.text('s1._domainkey.shop.example', `v=DKIM1; k=rsa; p=${key}`)
    const none = () => Promise.reject(new Error('is asked there'))
    const authenticity = createAuthenticity(none, 'in.samvad.example', dns.address)
    const { value, ms } = await longestStretchOf(() => authenticity({ raw, envelope }))
    assert.deepEqual([value.dkim, value.isAuthenticated], ['pass', true])
    const here = await longestStretchOf(() => authenticityOf({ raw, envelope }, none, 'in.samvad.example'))
    assert.ok(ms < here.ms, `${ms} ms of ${here.ms}`)
    raw[raw.length - 100] = (raw[raw.length - 100] as number) ^ 1
    assert.equal((await authenticity({ raw, envelope })).isAuthenticated, false)
  } finally {
    await dns.close()
  }
})

test('spec 18.43, 18.52: what nobody can read there waits for a person, as here', async () => {
  const lines = Buffer.from(`From: ravi@shop.example\r\n\r\n${'\n'.repeat(MAIL_LINES_MAX + 1)}`)
  await assert.rejects(
    readMail(lines),
    (error: Error) => error instanceof NotUnderstood && /500000 lines/.test(error.message),
  )
})
