// A mail server that accepts mails and closes the connection without a response: few outcomes become unknown, the
// others wait and are sent when it responds again. Verdicts compare the database with the server's own log.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CONNECTIONS_MAX } from '#messaging/channels/email/transports.ts'
import { alsoIn } from '../../../test/company.ts'
import { type Company, fund, startSamvad, type TestSamvad } from '../../../test/harness.ts'
import { correspond } from '../../../test/mail-story.ts'
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts'
import { eventually } from '../../../test/program.ts'
import { person } from '../../../test/story.ts'
import { SHUT_MAX_MS, WIDTH_FIRST } from './gates.ts'

const NOON = new Date('2026-03-10T06:30:00Z')
/** Mails of each of two organizations, and of the third. */
const [MAILS, OF_OTHERS] = [155, 40]
/** Half of them are sent before responses are lost; then three times as many wait as can be in flight at once. */
const MANY_MAILS = 300

interface Tally {
  queued: number
  in_hand: number
  unknown: number
  sent: number
  /** The highest number of attempts of one of them. */
  tries: number
}

async function tallyOf(samvad: TestSamvad): Promise<Tally> {
  const [tally] = await samvad.rows<Tally>(
    `select count(*) filter (where status = 'queued')::int as queued,
            count(*) filter (where status = 'sending' and lease_until is not null)::int as in_hand,
            count(*) filter (where status = 'sending' and error_code = 'outcome_unknown')::int as unknown,
            count(*) filter (where status = 'sent')::int as sent, max(attempts)::int as tries from deliveries`,
  )
  return tally as Tally
}

async function company(): Promise<{ samvad: TestSamvad; mailbox: Mailbox }> {
  const mailbox = await startMailbox()
  after(() => mailbox.close())
  const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
  samvad.setClock(NOON)
  return { samvad, mailbox }
}

async function write(samvad: TestSamvad, its: Company, count: number): Promise<void> {
  await fund(samvad, its.organizationId, 500n)
  const who = person(samvad, its)
  const conversations = await alsoIn(samvad, await correspond(who, 'ravi@shop.example'), count)
  const { status, text } = await who.post('/v1/messages/batch', {
    messages: conversations.map((conversation_id) => ({ conversation_id, channel: 'email', text: 'Hello' })),
  })
  assert.equal(status, 200, text)
}

/** The tally, once more than `known` outcomes are unknown and nothing is in flight. */
function settled(samvad: TestSamvad, known: number): Promise<Tally> {
  return eventually(`more than ${known} are unknown, and the others wait`, async () => {
    const tally = await tallyOf(samvad)
    return tally.unknown > known && tally.in_hand === 0 ? tally : undefined
  })
}

function goOn(samvad: TestSamvad): void {
  samvad.setClock(new Date(samvad.app.clock().getTime() + SHUT_MAX_MS))
  samvad.app.wake('dispatch')
}

/** The server responds again: all queued mails are sent, none twice. */
async function recover(samvad: TestSamvad, mailbox: Mailbox, mails: number, unknown: number): Promise<void> {
  mailbox.answer(() => 'accept')
  await eventually('all others have left', async () => {
    goOn(samvad)
    return (await tallyOf(samvad)).sent === mails - unknown
  })
  assert.deepEqual(await tallyOf(samvad), { queued: 0, in_hand: 0, unknown, sent: mails - unknown, tries: 1 })
  assert.equal(mailbox.unanswered.length, unknown)
  assert.equal(mailbox.received.length, mails - unknown)
  assert.equal(new Set(mailbox.received.map(({ headers }) => headers['message-id'])).size, mails - unknown)
}

test('spec 7.28: of 155 mails of three organizations almost all arrive, though the mail server they share loses answers', async () => {
  const { samvad, mailbox } = await company()
  mailbox.answer(() => 'drop')
  await write(samvad, samvad.company, MAILS - 2 * OF_OTHERS)
  for (const name of ['Banyan Books', 'Chandra Foods']) await write(samvad, await samvad.newCompany(name), OF_OTHERS)
  samvad.startWorker()

  // The circuit is open: those in flight are unknown, all others wait, and no attempts are used up.
  let tally = await settled(samvad, 0)
  assert.ok(tally.unknown <= WIDTH_FIRST, `${tally.unknown} of ${MAILS} are unknown`)
  assert.deepEqual([tally.queued + tally.unknown, tally.tries], [MAILS, 1])
  // This continues for five minutes: one probe after each pause, of any organization.
  const first = tally.unknown
  for (let minute = 0; minute < 5; minute++) {
    goOn(samvad)
    tally = await settled(samvad, tally.unknown)
  }
  assert.ok(tally.unknown <= first + 5, `${tally.unknown} are unknown after five minutes`)
  await recover(samvad, mailbox, MAILS, tally.unknown)
})

test('spec 7.28: a mail server that begins to lose answers at full speed gets no more than was on its way', async () => {
  const { samvad, mailbox } = await company()
  await write(samvad, samvad.company, MANY_MAILS)
  const HEALTHY = 150
  mailbox.answer(() => (mailbox.received.length < HEALTHY ? 'accept' : 'drop'))
  samvad.startWorker()
  const { unknown } = await settled(samvad, 2)
  assert.ok(unknown <= CONNECTIONS_MAX + 1, `${unknown} of ${MANY_MAILS} are unknown`)
  await recover(samvad, mailbox, MANY_MAILS, unknown)
})
