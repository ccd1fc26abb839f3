// SPF, DKIM and DMARC of inbound mail, against a real DNS server.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { createDns } from '#kit/dns.ts'
import { startDnsServer } from '../../../../../test/dns/server.ts'
import { newKey } from '../domains/keys.ts'
import { authenticityOf } from './authenticity.ts'

const dns = await startDnsServer()
after(() => dns.close())
const { resolve } = createDns({ dnsServer: dns.address })
const key = await newKey()
dns.text('shop.example', 'v=spf1 ip4:192.0.2.10 -all')
dns.text('_dmarc.shop.example', 'v=DMARC1; p=reject')
dns.text('nopolicy.example', 'v=spf1 ip4:192.0.2.10 -all')
dns.text(`${key.selector}._domainkey.shop.example`, `v=DKIM1; k=rsa; p=${key.publicKey}`)

async function mailFrom(from: string, signs: string | null): Promise<Buffer> {
  const dkim = signs && { domainName: signs, keySelector: key.selector, privateKey: key.privateKey }
  const transport = createTransport({ streamTransport: true, buffer: true })
  const mail = { from, to: 'x@in.samvad.example', subject: 'Hi', text: 'Is it ready?', ...(dkim && { dkim }) }
  return (await transport.sendMail(mail)).message as Buffer
}
const check = (raw: Buffer, from: string, address: string) =>
  authenticityOf(
    { raw, envelope: { from, to: '', client: { address, helo: 'mail.shop.example' } } },
    resolve,
    'in.example',
  )

test('spec 7.58: a mail is authenticated by a signature or a sending server of its own domain', async () => {
  const signed = await mailFrom('ravi@shop.example', 'shop.example')
  const bySignature = await check(signed, 'x@elsewhere.example', '198.51.100.1')
  assert.deepEqual([bySignature.dkim, bySignature.dmarc, bySignature.isAuthenticated], ['pass', 'pass', true])
  const plain = await mailFrom('ravi@shop.example', null)
  const byServer = await check(plain, 'ravi@shop.example', '192.0.2.10')
  assert.deepEqual([byServer.spf, byServer.dmarc, byServer.isAuthenticated], ['pass', 'pass', true])
  const without = await check(await mailFrom('a@nopolicy.example', null), 'a@nopolicy.example', '192.0.2.10')
  assert.deepEqual([without.spf, without.dmarc, without.isAuthenticated], ['pass', 'none', true])
})

test('spec 7.58: not by those of another domain, nor changed on its way, nor while the DNS does not answer', async () => {
  const plain = await mailFrom('ravi@shop.example', null)
  const forged = await check(plain, 'mallory@nopolicy.example', '192.0.2.10')
  assert.deepEqual([forged.spf, forged.dmarc, forged.isAuthenticated], ['pass', 'fail', false])
  const signed = await mailFrom('ravi@shop.example', 'shop.example')
  const changed = Buffer.from(signed.toString('latin1').replace('ready', 'ruined'), 'latin1')
  assert.equal((await check(changed, '', '198.51.100.1')).isAuthenticated, false)
  const noPolicy = await check(await mailFrom('a@nopolicy.example', 'shop.example'), '', '198.51.100.1')
  assert.equal(noPolicy.isAuthenticated, false, 'signed by somebody else')
  dns.fail(true)
  try {
    assert.equal((await check(signed, '', '198.51.100.1')).isAuthenticated, false)
  } finally {
    dns.fail(false)
  }
})
