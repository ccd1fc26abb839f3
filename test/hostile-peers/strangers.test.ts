// spec 18.53: many small organizations at once on SMS and the app, each with its own accounts and tokens, whose
// customers have the same phone; and each tries to use its neighbour's tokens, ids, receipts and signatures.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { checkOneSnapshot, describe } from '#doctor/actions.ts'
import { someAtOnce } from '#kit/some-at-once.ts'
import { type CloudNumber, startCloudApi } from '../cloud-api/server.ts'
import { bring, statuses, written } from '../cloud-api/webhooks.ts'
import { type Answer, type Company, fund, publicId, startSamvad } from '../harness.ts'
import { until } from '../mail-story.ts'
import { startSmppServer } from '../smpp/server.ts'
import { smppAccount } from '../smpp/story.ts'
import { type Person, person } from '../story.ts'

const ORGANIZATIONS = Number(process.env.STRANGERS ?? 12)
const EACH = 2
const AT_ONCE = 12
/** Creating an organization is considerable work for the database. */
const ARRIVING = 2
/** The phone of every organization's customer. */
const PHONE = '+919876543210'
const FROM = 'ASHATX'

const numbers: CloudNumber[] = Array.from({ length: ORGANIZATIONS }, (_, index) => ({
  phoneNumberId: `1065400${1000 + index}`,
  businessAccountId: `1022900${1000 + index}`,
  accessToken: `token-${index}`,
  appSecret: `secret-of-the-app-${index}`,
}))
const [smpp, cloud] = await Promise.all([startSmppServer(), startCloudApi(...numbers)])
after(() => Promise.all([smpp.close(), cloud.close()]))
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_CLOUD_API_URL: cloud.url })

/** Retries busy answers: the machine may be busy. */
async function patiently<Value>(work: () => Promise<Value>, isBusy: (value: Value | Error) => boolean): Promise<Value> {
  const value = await until(
    () => work().catch((error: Error) => error),
    (seen) => !isBusy(seen),
  )
  if (value instanceof Error) throw value
  return value
}
const isBusyDatabase = (value: unknown) => (value as { code?: string } | undefined)?.code === 'temporarily_unavailable'
const patient: typeof samvad = Object.assign(Object.create(samvad), {
  request: (...call: Parameters<typeof samvad.request>) =>
    patiently(
      () => samvad.request(...call),
      (value) => !(value instanceof Error) && value.status === 503 && isBusyDatabase(value.body),
    ),
})

interface Stranger {
  index: number
  mark: string
  company: Company
  who: Person
  number: CloudNumber
  systemId: string
  callbackUrl: string
  contactId: string
  conversationId: string
  messages: string[]
}

const answers: [what: string, status: number][] = []
const noted = (what: string, answer: Answer): Answer => {
  answers.push([what, answer.status])
  return answer
}

async function arrive(number: CloudNumber, index: number): Promise<Stranger> {
  const company = await patiently(() => samvad.newCompany(`Stranger ${index}`), isBusyDatabase)
  await patiently(() => fund(samvad, company.organizationId, 100n), isBusyDatabase)
  const who = person(patient, company)
  const systemId = `stranger-${index}`
  const sms = await who.put('/v1/channels/sms', smppAccount(smpp.port, { system_id: systemId, from: FROM }))
  assert.equal(sms.status, 200, sms.text)
  const { phoneNumberId, businessAccountId, accessToken, appSecret } = number
  const app = await who.put('/v1/channels/app', {
    phone_number_id: phoneNumberId,
    business_account_id: businessAccountId,
    access_token: accessToken,
    app_secret: appSecret,
  })
  assert.equal(app.status, 200, app.text)
  const contact = await who.make('/v1/contacts', { display_name: `Ravi of ${index}`, phone_number: PHONE })
  const { id } = await who.make('/v1/conversations', { contact_id: contact.id })
  const common = { index, company, who, number, systemId, contactId: contact.id, conversationId: id }
  return { ...common, mark: `<${index}>`, callbackUrl: app.body.callback_url, messages: [] }
}

const every = (all: readonly Stranger[], work: (one: Stranger, next: Stranger) => Promise<void>) =>
  someAtOnce(all, AT_ONCE, (one) => work(one, all[(one.index + 1) % all.length] as Stranger))

/** All its activity at once: sending, receiving, reading. */
async function live(one: Stranger): Promise<void> {
  const { who, mark, conversationId, number, systemId, index } = one
  const send = async (channel: 'app' | 'sms', count: number) => {
    const json = { conversation_id: conversationId, channel, text: `${channel} ${count} of ${mark}` }
    const { status, body, text } = noted('send', await who.post('/v1/messages', json))
    assert.equal(status, 201, text)
    one.messages.push(body.id)
  }
  const counts = Array.from({ length: EACH }, (_, count) => count)
  const opening = written(
    { id: `wamid.in.${index}`, at: new Date(), from: PHONE.slice(1), part: { body: `app from ${mark}` } },
    number,
  )
  assert.equal((await bring(one.callbackUrl, opening, number.appSecret)).status, 200)
  await until(
    () =>
      samvad.rows("select id from messages where org_id = $1 and direction = 'inbound'", [one.company.organizationId]),
    (rows) => rows.length === 1,
  )
  await Promise.all([...counts.map((count) => send('app', count)), ...counts.map((count) => send('sms', count))])
  const session = await until(
    async () => smpp.sessionsOf(systemId).at(-1),
    (found) => found !== undefined,
  )
  const fields = {
    source_addr_ton: 1,
    source_addr: PHONE.slice(1),
    destination_addr: FROM,
    short_message: `sms from ${mark}`,
  }
  assert.equal(await smpp.deliver(fields, session), 0)
}

/** Tries the neighbour's resources with its own token, account and signature. */
async function trespass(one: Stranger, next: Stranger): Promise<void> {
  const { who, mark } = one
  const message = next.messages[0] as string
  const theirs = [
    await who.get(`/v1/conversations/${next.conversationId}`),
    await who.get(`/v1/contacts/${next.contactId}`),
    await who.get(`/v1/messages/${message}`),
    await who.put(`/v1/messages/${message}`, { text: `stolen by ${mark}` }),
    await who.delete(`/v1/messages/${message}`),
    await who.delete(`/v1/conversations/${next.conversationId}`),
  ]
  for (const answer of theirs) assert.equal(noted('theirs', answer).status, 404, answer.text)
  const listed = noted('list', await who.get(`/v1/messages?conversation_id=${next.conversationId}`))
  assert.ok(listed.status === 404 || listed.status === 422 || listed.body.data.length === 0, listed.text)
  const json = { conversation_id: next.conversationId, channel: 'sms', text: `intruded by ${mark}` }
  const intruded = noted('intrude', await who.post('/v1/messages', json))
  assert.ok([404, 422].includes(intruded.status), intruded.text)

  // An invalid token, and half a token.
  const { token } = one.company
  for (const wrong of [token.slice(0, -8) + next.company.token.slice(-8), `${token}x`, next.company.organizationId]) {
    const answer = await patient.request('GET', '/v1/conversations', { token: wrong })
    assert.equal(noted('wrong token', answer).status, 401)
  }

  // Reports about the neighbour's messages, from its own provider and at the neighbour's address with its own secret.
  const [sms] = smpp.taken.filter(({ systemId }) => systemId === next.systemId)
  const [app] = cloud.accepted.filter(({ phoneNumberId }) => phoneNumberId === next.number.phoneNumberId)
  assert.ok(sms && app)
  const text = `id:${sms.id} sub:001 dlvrd:000 submit date:2603101200 done date:2603101201 stat:REJECTD err:001 text:`
  const receipt = { esm_class: 0x04, source_addr: sms.to, destination_addr: FROM, short_message: text }
  await smpp.deliver(receipt, smpp.sessionsOf(one.systemId).at(-1))
  const ours = app.body.biz_opaque_callback_data as string
  const failed = { id: app.id, status: 'failed', at: new Date(), ours, code: 131026 }
  for (const number of [one.number, next.number]) {
    const told = await bring(one.callbackUrl, statuses([failed], number), one.number.appSecret)
    answers.push(['webhook', told.status])
    const forged = await bring(next.callbackUrl, statuses([failed], number), one.number.appSecret)
    answers.push(['forged webhook', forged.status])
    assert.ok(forged.status >= 400 && forged.status < 500, forged.text)
  }
}

test(`spec 18.53: ${ORGANIZATIONS} organizations at once on SMS and the app: nobody has anything of another`, async () => {
  const all: Stranger[] = []
  await someAtOnce([...numbers.entries()], ARRIVING, async ([index, number]) => {
    all[index] = await arrive(number, index)
  })
  samvad.startWorker()
  await every(all, live)
  const whatLeft = () =>
    samvad.rows<{ status: string; count: bigint }>('select status, count(*) as count from deliveries group by status')
  const sent = [{ status: 'sent', count: BigInt(ORGANIZATIONS * EACH * 2) }]
  await until(whatLeft, (rows) => rows.length === 1 && rows[0]?.status === 'sent')
  assert.deepEqual(await whatLeft(), sent)
  await every(all, trespass)
  // A report that matches no message waits for one; it has been processed.
  await until(
    () => samvad.rows('select id from arrivals where body is not null and due_at <= received_at'),
    (rows) => rows.length === 0,
  )
  assert.deepEqual(await whatLeft(), sent, 'what somebody else said of them changed nothing')

  await every(all, async ({ who, conversationId, mark, number, systemId, company }) => {
    const { body } = noted('read', await who.get(`/v1/messages?conversation_id=${conversationId}&limit=100`))
    const texts: string[] = body.data.map(({ text }: { text: string }) => text)
    assert.equal(texts.length, EACH * 2 + 2, texts.join())
    for (const text of texts) assert.ok(text.endsWith(mark), `${text} at ${mark}`)
    const atProviders = [
      ...smpp.taken.filter((sms) => sms.systemId === systemId).map(({ text }) => text),
      ...cloud.accepted
        .filter(({ phoneNumberId }) => phoneNumberId === number.phoneNumberId)
        .map((one) => one.body.text.body),
    ]
    assert.equal(atProviders.length, EACH * 2)
    for (const text of atProviders) assert.ok(text.endsWith(mark), `${text} by the account of ${mark}`)
    const { balance } = noted('balance', await who.get('/api/v1/billing/balance')).body
    assert.ok(Number(balance) < 100, `${publicId('org', company.organizationId)} has paid for its own`)
  })
  const broken = answers.filter(([, status]) => status >= 500)
  assert.deepEqual(broken, [])
  assert.deepEqual((await checkOneSnapshot(samvad.app.database)).flatMap(describe), [])
})
