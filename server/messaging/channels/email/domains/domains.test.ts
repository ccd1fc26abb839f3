// Sender domains: their owners, their signing keys, and the verification of their signatures by a receiver.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { authenticate } from 'mailauth'
import { domainCheck, domainList } from '#cli/domain.ts'
import { createDns } from '#kit/dns.ts'
import { startDnsServer } from '../../../../../test/dns/server.ts'
import { fund, publicId, startSamvad } from '../../../../../test/harness.ts'
import { correspond, delivered, write } from '../../../../../test/mail-story.ts'
import { startMailbox } from '../../../../../test/mailbox.ts'
import { assertRefused, person } from '../../../../../test/story.ts'
import { createSigningKeys } from './keys.ts'
import { OVERLAP_MS } from './rules.ts'

const dns = await startDnsServer()
const mailbox = await startMailbox()
after(async () => {
  await mailbox.close()
  await dns.close()
})
const samvad = await startSamvad({
  SAMVAD_DNS_SERVER: dns.address,
  SAMVAD_MAIL_DOMAIN: 'in.samvad.example',
  SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
})
const asha = person(samvad)
const other = await samvad.newCompany('Banyan Books')
const banyan = person(samvad, other)
await fund(samvad, samvad.company.organizationId, 1000n)
samvad.startWorker()

interface Shown {
  id: string
  status: string
  signs_with: string | null
  records: { purpose: string; name: string; value: string; state: string; required: boolean }[]
}

const PATH = '/v1/sender_domains'
const add = (who = asha, name = 'asha.example'): Promise<Shown> => who.make(PATH, { name })
const verify = async (id: string, who = asha): Promise<Shown> => {
  const answer = await who.post(`${PATH}/${id}/verify`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
/** Publishes these records as the domain's holder does. */
function publish({ records }: Shown, ...purposes: string[]): void {
  const chosen = records.filter(({ purpose }) => purposes.includes(purpose))
  for (const { name, value } of chosen) dns.text(name, value)
}
const statesOf = ({ records }: Shown) => Object.fromEntries(records.map(({ purpose, state }) => [purpose, state]))

describe('whose a domain is', () => {
  test('spec 7.52: a domain is verified by its record in the DNS, each record has its state, and without the proof it is unverified again', async () => {
    const domain = await add()
    assert.deepEqual([domain.status, domain.signs_with], ['pending', null])
    const unchecked = { proof: 'unchecked', dkim: 'unchecked', spf: 'unchecked', dmarc: 'unchecked' }
    assert.deepEqual(statesOf(domain), unchecked)
    const missing = await verify(domain.id)
    assert.equal(missing.status, 'pending')
    assert.deepEqual(statesOf(missing), { proof: 'missing', dkim: 'missing', spf: 'missing', dmarc: 'missing' })

    publish(domain, 'proof', 'dkim', 'dmarc')
    dns.text('asha.example', 'some-other-text', 'v=spf1 include:relay.example -all')
    const verified = await verify(domain.id)
    assert.deepEqual(statesOf(verified), { proof: 'found', dkim: 'found', spf: 'found', dmarc: 'found' })
    assert.equal(verified.status, 'verified')
    assert.match(verified.signs_with ?? '', /^samvad-[0-9a-f]{8}$/)

    dns.text('asha.example', 'v=spf1 -all', 'v=spf1 +all')
    dns.text('_samvad.asha.example', 'samvad-proof=guessed')
    const unproven = await verify(domain.id)
    assert.deepEqual([unproven.status, unproven.signs_with], ['pending', null])
    assert.deepEqual(statesOf(unproven), { proof: 'missing', dkim: 'found', spf: 'wrong', dmarc: 'found' })
    assert.equal((await asha.delete(`${PATH}/${domain.id}`)).status, 204)
    assertRefused(await asha.get(`${PATH}/${domain.id}`), 404, 'not_found')
  })

  test('spec 7.52: of two organizations the one that proved it has it, until it lets go; a claim alone keeps it from nobody', async () => {
    const [mine, theirs] = [await add(asha, 'shared.example'), await add(banyan, 'shared.example')]
    const proofs = [mine, theirs].map(({ records }) => records[0]?.value as string)
    assert.notEqual(proofs[0], proofs[1])
    dns.text('_samvad.shared.example', ...proofs)
    assert.equal((await verify(theirs.id, banyan)).status, 'verified')
    assertRefused(await asha.post(`${PATH}/${mine.id}/verify`), 409, 'conflict')
    assert.equal((await asha.get(`${PATH}/${mine.id}`)).body.status, 'pending')
    // The holder removes the other organization's proof: the former owner does not matter.
    dns.text('_samvad.shared.example', proofs[0] as string)
    assert.equal((await verify(mine.id)).status, 'verified')
    assert.equal((await banyan.get(`${PATH}/${theirs.id}`)).body.status, 'pending')
    assertRefused(await banyan.post(`${PATH}/${mine.id}/verify`), 404, 'not_found')
    assertRefused(await asha.post(PATH, { name: 'Shared.Example' }), 409, 'already_exists')
    for (const name of ['no domain', 'asha', 'asha.example/x', '127.0.0.1'])
      assertRefused(await asha.post(PATH, { name }), 422, 'invalid_content', 'name')
  })

  test('spec 7.52: when the DNS does not answer nothing changes', async () => {
    const domain = await add(asha, 'quiet.example')
    publish(domain, 'proof', 'dkim')
    await verify(domain.id)
    dns.fail(true)
    try {
      assertRefused(await asha.post(`${PATH}/${domain.id}/verify`), 503, 'temporarily_unavailable')
    } finally {
      dns.fail(false)
    }
    assert.equal((await asha.get(`${PATH}/${domain.id}`)).body.status, 'verified')
  })
})

describe('what is signed', () => {
  const account = { host: '127.0.0.1', port: mailbox.port, secure: false, from: 'Asha <hello@signed.example>' }
  const { resolve } = createDns({ dnsServer: dns.address })

  async function signatures(text: string) {
    mailbox.received.length = 0
    const ravi = await correspond(asha, `ravi-${text}@shop.example`)
    await delivered(samvad, await write(asha, ravi, { subject: 'A subject', text, html: `<p>${text}</p>` }), 'sent')
    const raw = Buffer.from(mailbox.received[0]?.raw ?? '')
    const { dkim } = await authenticate(raw, {
      resolver: (name, type) => resolve(name, type) as Promise<string[][]>,
      ip: '127.0.0.1',
      sender: 'x@y.example',
      disableArc: true,
      disableBimi: true,
    })
    return { dkim: dkim.results.filter(({ signingDomain }) => signingDomain), raw: raw.toString('utf8') }
  }

  test("spec 7.53: mail from a proven domain is signed, both headers of unsubscribing included, so that another's library takes it; other mail is not", async () => {
    await asha.put('/v1/channels/email', account)
    assert.deepEqual((await signatures('before')).dkim, [])
    const domain = await add(asha, 'signed.example')
    publish(domain, 'proof')
    await verify(domain.id)
    assert.deepEqual((await signatures('unpublished')).dkim, [], 'nobody could look its key up')
    publish(domain, 'dkim')
    const { signs_with } = await verify(domain.id)
    samvad.app.wake('dispatch')
    const { dkim, raw } = await eventuallySigned('signed')
    const [first] = dkim
    assert.equal(first?.status.result, 'pass', JSON.stringify(first?.status))
    assert.deepEqual([first?.signingDomain, first?.selector], ['signed.example', signs_with])
    assert.match(first?.signingHeaders?.keys ?? '', /List-Unsubscribe-Post/i)
    assert.match(first?.signingHeaders?.keys ?? '', /List-Unsubscribe(?!-)/i)
    assert.match(raw, /^List-Unsubscribe: <[^>\s]+>, <mailto:[^>\s]+>\r$/m, 'not folded')

    // Rotation: the new key signs once it is found in the DNS, the old one until then.
    const rotated = (await asha.post(`${PATH}/${domain.id}/rotate_key`)).body as Shown
    assert.equal(rotated.signs_with, signs_with)
    const selectors = rotated.records.filter(({ purpose }) => purpose === 'dkim')
    assert.equal(selectors.length, 2)
    assert.equal((await signatures('between')).dkim[0]?.selector, signs_with)
    publish(rotated, 'dkim')
    const later = await verify(domain.id)
    assert.notEqual(later.signs_with, signs_with)
    const next = await eventuallySigned('after', later.signs_with)
    assert.equal(next.dkim[0]?.status.result, 'pass')
    await asha.delete('/v1/channels/email')
  })

  /** The signing key is read again every few seconds. */
  async function eventuallySigned(text: string, selector: string | null = null) {
    for (let round = 0; ; round++) {
      const found = await signatures(`${text}-${round}`)
      const [first] = found.dkim
      if (first && (selector === null || first.selector === selector)) return found
      assert.ok(round < 2000, 'it is signed at last')
    }
  }

  test('spec 18.1: the key is stored sealed and shown nowhere', async () => {
    const listed = await asha.get(PATH)
    assert.doesNotMatch(listed.text, /PRIVATE/)
    const rows = await samvad.rows<{ private_key: Buffer }>('select private_key from sender_domain_keys')
    assert.ok(rows.length > 0)
    for (const { private_key } of rows) assert.doesNotMatch(private_key.toString('latin1'), /PRIVATE/)
  })
})

test('spec 7.52: `samvad domain check` looks the records up, says which are there, and fails while nothing is signed', async () => {
  const domain = await add(asha, 'command.example')
  const organization = publicId('org', samvad.company.organizationId) as string
  const { app } = samvad
  const check = () => domainCheck.run({ app, options: { name: 'command.example', organization } } as never)
  const before = await check()
  assert.equal(before.exitCode, 1)
  assert.match(before.lines.join('\n'), /missing +TXT +_samvad\.command\.example +samvad-proof=/)
  publish(domain, 'proof', 'dkim')
  const after = await check()
  assert.equal(after.exitCode, 0)
  assert.match(after.lines[0] ?? '', /^command\.example {2}verified, signs with samvad-/)
  const listed = await domainList.run({ app, options: { organization } } as never)
  assert.ok((listed.data as Shown[]).some(({ id, status }) => id === domain.id && status === 'verified'))
})

test('spec 7.53: the key that signs stays, however often another is asked for, and a week behind the one that follows it', async () => {
  const begun = samvad.app.clock()
  const later = (ms: number) => samvad.setClock(new Date(begun.getTime() + ms))
  const domain = await add(asha, 'rotated.example')
  publish(domain, 'proof')
  await verify(domain.id)
  const unpublished = await createSigningKeys(samvad.app)(samvad.company.organizationId, 'rotated.example')
  assert.equal(unpublished, null, 'nobody could look it up')
  publish(domain, 'dkim')
  const { signs_with: first } = await verify(domain.id)
  const selectorsOf = ({ records }: Shown) =>
    records.filter(({ purpose }) => purpose === 'dkim').map(({ name }) => name.split('.')[0] as string)
  /** With a new cache: a process caches a key for some seconds. */
  const signsWith = async (company = samvad.company) =>
    (await createSigningKeys(samvad.app)(company.organizationId, 'Rotated.example'))?.keySelector ?? null
  assert.equal(await signsWith(), first)
  assert.equal(await signsWith(other), null, 'it is of one organization')
  const rotate = async (): Promise<Shown> => (await asha.post(`${PATH}/${domain.id}/rotate_key`)).body

  later(1000)
  const [unused] = selectorsOf(await rotate())
  later(2000)
  const rotated = await rotate()
  const [second, ...before] = selectorsOf(rotated)
  assert.deepEqual([before, rotated.signs_with], [[first], first], 'of what never was in the DNS nothing is left')
  assert.equal(await signsWith(), first)
  assert.notEqual(second, unused)
  assert.deepEqual(selectorsOf(await verify(domain.id)), [second, first])
  later(3000)
  publish(rotated, 'dkim')
  assert.equal((await verify(domain.id)).signs_with, second)
  assert.equal(await signsWith(), second)
  later(3000 + OVERLAP_MS - 1000)
  assert.deepEqual(selectorsOf(await verify(domain.id)), [second, first], 'mail that it signed may be on its way')
  later(3000 + OVERLAP_MS)
  const over = await verify(domain.id)
  assert.deepEqual([selectorsOf(over), over.signs_with], [[second], second])
})
