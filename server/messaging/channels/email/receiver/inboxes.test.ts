// Mail received at addresses that are not self-authenticating: of verified sender domains, and postmasters; and the
// sender of mail through the installation's server.

import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { startDnsServer } from '../../../../../test/dns/server.ts'
import { fund, startSamvad } from '../../../../../test/harness.ts'
import { keepShortly } from '../../../../../test/kept-shortly.ts'
import { correspond, delivered, until, write } from '../../../../../test/mail-story.ts'
import { startMailbox } from '../../../../../test/mailbox.ts'
import { answer } from '../../../../../test/mails.ts'
import { assertRefused, person } from '../../../../../test/story.ts'
import { createArrivals } from '../../arrivals/actions.ts'
import { createOwnAddresses } from '../addresses.ts'
import { createInboxes, createPostmaster } from '../domains/receiving.ts'
import { keptCertificate } from './kept-certificate.ts'
import { startReceiver } from './receiver.ts'

const DOMAIN = 'in.samvad.example'
const PATH = '/v1/sender_domains'
const dns = await startDnsServer()
const mailbox = await startMailbox()
after(async () => {
  await mailbox.close()
  await dns.close()
})
keepShortly()
const samvad = await startSamvad({
  SAMVAD_DNS_SERVER: dns.address,
  SAMVAD_MAIL_DOMAIN: DOMAIN,
  SAMVAD_SMTP_URL: mailbox.url,
  SAMVAD_LOG_LEVEL: 'silent',
})
const { app } = samvad
const asha = person(samvad)
await fund(samvad, samvad.company.organizationId, 1000n)
samvad.startWorker()
const receiver = await startReceiver(
  {
    own: createOwnAddresses(app.sealer, DOMAIN),
    keep: createArrivals(app).keep,
    domain: DOMAIN,
    clock: app.clock,
    log: app.log,
    isFenced: async () => false,
    inboxOf: createInboxes(app),
    postmaster: createPostmaster(app),
  },
  { host: '127.0.0.1', port: 0 },
)
after(() => receiver.close())

async function bring(to: string, raw: string): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: receiver.port, tls: { rejectUnauthorized: false } })
  try {
    await transport.sendMail({ envelope: { from: 'ravi@shop.example', to: [to] }, raw })
    return 'taken'
  } catch (error) {
    return (error as { response?: string }).response?.slice(0, 9) ?? String(error)
  }
}
const proven = async (name: string, who = asha) => {
  const domain = await who.make(PATH, { name })
  for (const one of domain.records) if (one.required) dns.text(one.name, one.value)
  const verified = await who.post(`${PATH}/${domain.id}/verify`)
  assert.equal(verified.body.status, 'verified', verified.text)
  return domain.id as string
}
const messages = (organizationId: string) =>
  samvad.rows<{ subject: string; is_authenticated: boolean; is_automatic: boolean; id: string }>(
    "select * from messages where direction = 'inbound' and org_id = $1 order by id",
    [organizationId],
  )

test('spec 7.98: what an organization says it receives of its proven domain is a message of it; everything else is refused', async () => {
  const { organizationId } = samvad.company
  assert.equal(await bring('support@asha.example', answer()), '550 5.1.1', 'nobody has it')
  const unproven = await asha.make(PATH, { name: 'other.example' })
  assert.equal((await asha.put(`${PATH}/${unproven.id}`, { receives: ['*'] })).status, 200)
  assert.equal(await bring('support@other.example', answer()), '550 5.1.1', 'it is not proven')
  const id = await proven('received.example')
  assert.equal(await bring('support@received.example', answer()), '550 5.1.1', 'nothing until it is said')
  const set = await asha.put(`${PATH}/${id}`, { receives: ['Support'] })
  assert.deepEqual(set.body.receives, ['support'])
  await until(
    () => bring('SUPPORT@Received.example', answer({ subject: 'Do you sell indigo?' })),
    (said) => said === 'taken',
  )
  const [message] = await until(
    () => messages(organizationId),
    (all) => all.length > 0,
  )
  assert.deepEqual([message?.subject, message?.is_authenticated], ['Do you sell indigo?', false])
  assert.equal(await bring('sales@received.example', answer({ id: '<2@x.example>' })), '550 5.1.1')
  assert.equal(await bring('postmaster@received.example', answer({ id: '<3@x.example>' })), 'taken')
  assert.equal((await asha.put(`${PATH}/${id}`, { receives: [] })).status, 200)
  await until(
    () => bring('support@received.example', answer({ id: '<4@x.example>' })),
    (said) => said === '550 5.1.1',
  )
  for (const wrong of ['a b', 'a@b', '', 'ü'])
    assert.equal((await asha.put(`${PATH}/${id}`, { receives: [wrong] })).status, 422)
})

test('spec 7.98: postmaster of the installation’s domain is its operator, where there is one', async () => {
  assert.equal(await bring(`postmaster@${DOMAIN}`, answer({ id: '<5@x.example>' })), '550 5.1.1')
  const operator = await samvad.newCompany('The operator')
  await samvad.rows('update users set is_operator = true where id = $1', [operator.userId])
  assert.equal(await bring(`Postmaster@${DOMAIN}`, answer({ id: '<6@x.example>' })), 'taken')
  await until(
    () => messages(operator.organizationId),
    (all) => all.length === 1,
  )
  await samvad.rows('update users set is_operator = false where id = $1', [operator.userId])
})

test('spec 7.97: an organization’s own sender is that of a domain that it has proven and that signs; until then, the shared one', async () => {
  const ravi = await correspond(asha, 'ravi@far.example', 'Ravi')
  const from = async () => {
    mailbox.received.length = 0
    await delivered(samvad, await write(asha, ravi), 'sent')
    const [mail] = mailbox.received
    return { address: mail?.parsed.from?.address, signature: mail?.headers['dkim-signature'] ?? null }
  }
  const pending = await asha.make(PATH, { name: 'pending.example' })
  const sender = 'Asha <hello@pending.example>'
  assert.equal((await asha.put(`${PATH}/${pending.id}`, { sender })).body.sender, sender)
  assert.deepEqual(await from(), { address: 'no-reply@samvad.example', signature: null })
  for (const wrong of ['Asha <hello@elsewhere.example>', 'Asha'])
    assertRefused(await asha.put(`${PATH}/${pending.id}`, { sender: wrong }), 422, 'invalid_content', 'sender')

  const id = await proven('sending.example')
  assert.equal((await asha.put(`${PATH}/${id}`, { sender: 'Asha <hello@sending.example>' })).status, 200)
  assert.equal((await asha.get(`${PATH}/${pending.id}`)).body.sender, null, 'one sender')
  const sent = await until(from, ({ address }) => address === 'hello@sending.example')
  assert.match(sent.signature ?? '', /d=sending\.example/)

  const [{ proof }] = (await samvad.rows<{ proof: string }>(
    "select proof from sender_domains where name = 'sending.example'",
  )) as [{ proof: string }]
  assert.ok(proof)
  dns.text('_samvad.sending.example', 'samvad-proof=of-somebody-else')
  await asha.post(`${PATH}/${id}/verify`)
  await until(from, ({ address }) => address === 'no-reply@samvad.example')
})

test('spec 7.99: the self-made certificate is the same after a restart, its owner’s alone, and another one when it is damaged or about to end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'samvad-certificate-'))
  const file = join(folder, 'mail-certificate.pem')
  const at = new Date('2026-03-10T06:30:00Z')
  try {
    const first = await keptCertificate(file, DOMAIN, at)
    assert.deepEqual(await keptCertificate(file, DOMAIN, at), first)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const renamed = await keptCertificate(file, 'other.example', at)
    assert.notEqual(renamed.cert, first.cert)
    const later = await keptCertificate(file, 'other.example', new Date('2036-02-20T00:00:00Z'))
    assert.notEqual(later.cert, renamed.cert)
    await writeFile(file, 'half a certif')
    const again = await keptCertificate(file, DOMAIN, at)
    assert.deepEqual(await keptCertificate(file, DOMAIN, at), again)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('spec 18.32, 18.33: a message says whether it proved its writer and whether a program wrote it; its HTML is given as it came, or sanitised', async () => {
  const id = await proven('shown.example')
  await asha.put(`${PATH}/${id}`, { receives: ['*'] })
  const html = '<p onclick="x()">Hi <b>Ravi</b></p><script>alert(1)</script><img src="https://spy.example/a.png">'
  const raw = answer({
    id: '<7@x.example>',
    subject: 'With HTML',
    text: html,
    headers: ['Auto-Submitted: auto-replied'],
  })
  const mail = raw.replace('Content-Type: text/plain', 'Content-Type: text/html')
  await until(
    () => bring('any@shown.example', mail),
    (said) => said === 'taken',
  )
  const rows = await until(
    () => messages(samvad.company.organizationId),
    (all) => all.some(({ subject }) => subject === 'With HTML'),
  )
  const row = rows.find(({ subject }) => subject === 'With HTML')
  const { publicId } = await import('#kit/wire.ts')
  const path = `/v1/messages/${publicId('msg', row?.id as string)}`
  const { body } = await asha.get(path)
  assert.deepEqual([body.automatic, body.authenticated], [true, false])
  assert.match(body.html, /<script>/)
  const clean = (await asha.get(`${path}?html=sanitised`)).body.html
  assert.match(clean, /<p>Hi <b>Ravi<\/b><\/p>/)
  assert.doesNotMatch(clean, /script|onclick|spy/)
  assert.equal((await asha.get(`${path}?html=other`)).status, 400)
})
