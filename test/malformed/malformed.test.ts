// spec 16.43: malformed mails and webhooks, by seed, with valid ones in between: nothing crashes, nothing is retried
// for ever, and each valid one arrives once. `npm run malformed -- N SEED` sends any number of them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { someAtOnce } from '#kit/some-at-once.ts'
import { createCallbacks } from '#messaging/channels/accounts/callback.ts'
import {
  SANDBOX_BUSINESS_ACCOUNT_ID as businessAccountId,
  SANDBOX_PHONE_NUMBER_ID as phoneNumberId,
  sandboxAppSecrets,
  sandboxCalledBack,
} from '#messaging/channels/app/sandbox-account.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import { createOwnAddresses, type OwnAddress } from '#messaging/channels/email/addresses.ts'
import { limits, startReceiver } from '#messaging/channels/email/receiver/receiver.ts'
import { arrivalJobs } from '#messaging/inbound/jobs.ts'
import { someNumber } from '../cloud-api/server.ts'
import { bring, statuses, written } from '../cloud-api/webhooks.ts'
import { startDnsServer } from '../dns/server.ts'
import { type Company, startSamvad, uuidOf } from '../harness.ts'
import { chance } from '../kills/chance.ts'
import { answer, answerWithFile, deliveryStatus, feedbackReport } from '../mails.ts'
import { person } from '../story.ts'
import { misshapen, mutated } from './mutations.ts'

/** The same in every run of the suite, so that a failure comes from a change. */
const COUNT = Number(process.env.MALFORMED_COUNT ?? 150)
const SEED = Number(process.env.MALFORMED_SEED ?? 20_261_122)
/** One in this many is valid. */
const RIGHT_EVERY = 20
const AT_ONCE = 8
const DOMAIN = 'in.samvad.example'

const dns = await startDnsServer()
after(() => dns.close())
const samvad = await startSamvad({ SAMVAD_MAIL_DOMAIN: DOMAIN, SAMVAD_DNS_SERVER: dns.address })
const { app } = samvad
const { keep } = createArrivals(app)
const jobs = arrivalJobs(app)
const own = createOwnAddresses(app.sealer, DOMAIN)
const receiver = await startReceiver(
  { own, keep, domain: DOMAIN, clock: app.clock, log: app.log, isFenced: async () => false },
  { host: '127.0.0.1', port: 0 },
  { ...limits, mailsOfAClientPerMinute: 10_000_000, mailBytes: 200_000 },
)
after(() => receiver.close())

const places = Array.from({ length: COUNT }, (_, place) => place)
const isRight = (place: number) => place % RIGHT_EVERY === 0
const textOf = (place: number) => `Right and numbered ${place}`
const expected = places.filter(isRight).map(textOf).sort()

/** All due work is done, and nothing is being retried because of a defect. */
async function mustBeSound({ organizationId }: Company): Promise<void> {
  for (const job of jobs) while (await job.run(new AbortController().signal));
  const texts = await samvad.rows<{ text: string }>(
    `select text from messages where org_id = $1 and text like 'Right and numbered %' order by text`,
    [organizationId],
  )
  assert.deepEqual(texts.map(({ text }) => text).sort(), expected, 'each of the right ones, once')
  const faulty = await samvad.rows(
    `select error, convert_from(substring(body for 400), 'latin1') as body from arrivals
      where org_id = $1 and body is not null and error is not null and due_at is not null limit 3`,
    [organizationId],
  )
  assert.deepEqual(faulty, [], 'what is not understood waits for a person, and is no fault of ours')
}

test(`spec 16.43: ${COUNT} malformed mails end nothing and lose nothing`, async (t) => {
  const begunAtMs = performance.now()
  const company = await samvad.newCompany('By mail')
  const who = person(samvad, company)
  const contact = await who.make('/v1/contacts', { email: 'ravi@shop.example' })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  const { organizationId } = company
  const id = uuidOf('conv', conversation.id)
  const address = (kind: OwnAddress['kind']) => own.make({ kind, organizationId, id })
  const addresses = [address('reply'), address('bounce'), address('reply'), `complaints@${DOMAIN}`]
  const right = [answer(), answerWithFile(), deliveryStatus(), feedbackReport(address('bounce'))].map((one) =>
    Buffer.from(one),
  )
  const outside = createTransport({ host: '127.0.0.1', port: receiver.port, pool: true, ignoreTLS: true } as never)
  after(() => outside.close())
  const refused = new Map<number, number>()
  const chances = chance(SEED)
  const all = places.map((place) =>
    isRight(place)
      ? { to: addresses[0] as string, raw: Buffer.from(answer({ id: `<${place}@shop.example>`, text: textOf(place) })) }
      : { to: chances.pick(addresses), raw: mutated(chances.pick(right), chances) },
  )
  await someAtOnce([...all.entries()], AT_ONCE, async ([place, { to, raw }]) => {
    const from = place % 3 === 0 ? 'ravi@shop.example' : ''
    await outside.sendMail({ envelope: { from, to: [to] }, raw }).catch((error: Error & { responseCode?: number }) => {
      assert.ok(!isRight(place) && error.responseCode !== undefined, `${place}: ${error.message}`)
      refused.set(error.responseCode, (refused.get(error.responseCode) ?? 0) + 1)
    })
  })
  await mustBeSound(company)
  const inSeconds = ((performance.now() - begunAtMs) / 1000).toFixed(0)
  t.diagnostic(`${COUNT} mails in ${inSeconds} s; refused: ${JSON.stringify([...refused])}`)
  assert.ok(
    [...refused.keys()].every((code) => code === 550 || code === 552),
    'for what they are',
  )
})

test(`spec 16.43: ${COUNT} malformed webhooks end nothing and lose nothing`, async (t) => {
  const begunAtMs = performance.now()
  const company = await samvad.newCompany('By webhook')
  const { organizationId } = company
  const callbacks = createCallbacks(app.sealer, () => samvad.url)
  const { url } = callbacks.of(sandboxCalledBack(organizationId))
  const [secret] = sandboxAppSecrets(app.sealer, organizationId) as [string]
  const number = { ...someNumber, businessAccountId, phoneNumberId }
  const at = app.clock()
  const right = [
    written({ id: 'wamid.1', at }, number),
    written({ id: 'wamid.2', at, type: 'reaction', part: { message_id: 'wamid.0', emoji: '👍' } }, number),
    written({ id: 'wamid.3', at, type: 'location', part: { latitude: 19, longitude: 72, name: 'Shop' } }, number),
    written({ id: 'wamid.4', at, type: 'interactive', part: { button_reply: { id: '1', title: 'Yes' } } }, number),
    statuses([{ id: 'wamid.0', status: 'read', at }], number),
    statuses([{ id: 'wamid.0', status: 'failed', at, code: 131047 }], number),
  ]
  const chances = chance(SEED)
  const counts = new Map<number, number>()
  const all = places.map((place) => {
    const part = { body: textOf(place) }
    const body = written({ id: `wamid.right.${place}`, at, part }, number)
    if (isRight(place)) return Buffer.from(JSON.stringify(body))
    const one = chances.pick(right)
    return place % 2 === 0 ? misshapen(one, chances) : mutated(Buffer.from(JSON.stringify(one)), chances)
  })
  await someAtOnce([...all.entries()], AT_ONCE, async ([place, body]) => {
    const { status, text } = await bring(url, body, secret)
    assert.ok(status < 500 && (status === 200 || !isRight(place)), `${place}: ${status} ${text}`)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  })
  await mustBeSound(company)
  const inSeconds = ((performance.now() - begunAtMs) / 1000).toFixed(0)
  t.diagnostic(`${COUNT} webhooks in ${inSeconds} s; answered: ${JSON.stringify([...counts])}`)
  assert.ok((counts.get(200) ?? 0) > COUNT / 10, 'not all of it was refused at the door')
})
