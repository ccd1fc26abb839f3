// A folder copied while the program runs on it, as somebody does to try something or to move: the copy has the same
// queue, keys and mail server, and must not act a second time. The mail server's own log is the evidence.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { WIDTH_FIRST } from '#messaging/dispatch/gates.ts'
import { startMailbox } from '../mailbox.ts'
import { payAtCheckout } from '../payments.ts'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { eventually, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'

/** More than the mail server is sent at once, so that in the copy some are in flight and some are queued. */
const MAILS = 20

const mailbox = await startMailbox()
const house = await newDataDirectory()
// Otherwise PostgreSQL enters it with a capability, which also lets it read files closed to its user.
await chmod(house, 0o755)
const folder = join(house, 'data')
await prepareDataDirectory(folder)
const copied = join(house, 'copy')
const running = new Set<Program>()
after(async () => {
  for (const program of running) await program.stop()
  await mailbox.close()
  await removeDataDirectory(house)
})

async function start(dataDirectory: string): Promise<Program> {
  const program = await startProgram(dataDirectory, {
    SAMVAD_SMTP_URL: mailbox.url,
    SAMVAD_TEST_LOOK_FOR_DUE_MS: '200',
  })
  running.add(program)
  return program
}

async function make(program: Program, path: string, json: object) {
  const answer = await program.request('POST', path, { json })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** A message to a new recipient. */
async function draftTo(program: Program, email: string) {
  const contact = await make(program, '/v1/contacts', { display_name: email, email })
  const conversation = await make(program, '/v1/conversations', { contact_id: contact.id })
  return { conversation_id: conversation.id, channel: 'email', text: `To ${email}` }
}

const write = async (program: Program, email: string) => make(program, '/v1/messages', await draftTo(program, email))

async function recharge(program: Program) {
  const { checkout_url } = await make(program, '/api/v1/billing/recharges', { amount: '1000.00' })
  await payAtCheckout(checkout_url, 'success')
}

const balanceOf = async (program: Program) => (await program.request('GET', '/api/v1/billing/balance')).body.balance
/** The JSON printed by a command, after possible warnings. */
const told = ({ out }: { out: string }) => JSON.parse(out.slice(out.indexOf('{')))
const fenceOf = async (program: Program) => told(await program.cli('fence', 'status', '--json'))
const mustBeFenced = (program: Program, isFenced: boolean) =>
  eventually(isFenced ? 'it says that it is fenced' : 'it says nothing of a fence', async () => {
    const { status, body, headers } = await program.request('GET', '/readyz')
    assert.deepEqual([status, body.ready], [200, true])
    return body.fenced === isFenced && headers.get('samvad-fenced') === (isFenced ? 'true' : null)
  })
const statusOf = async (program: Program, id: string) => (await program.request('GET', `/v1/messages/${id}`)).body
/** Number of started dispatch rounds: what an earlier one did not find is not in flight once the next has started. */
const dispatchesOf = async (program: Program) => {
  const { text } = await program.request('GET', '/metrics')
  return Number(/^samvad_job_runs_total\{job="dispatch"\} (\d+)/m.exec(text)?.[1] ?? 0)
}
const tellsOfFence = async (program: Program) =>
  /^samvad_fenced (\d)/m.exec((await program.request('GET', '/metrics')).text)?.[1]

let original: Program
let copy: Program
const sent: string[] = []
let release = () => {}

test('spec 19.12: a folder that was copied while the program ran starts, fenced, and sends nothing of what its original has in hand', async () => {
  original = await start(folder)
  await mustBeFenced(original, false)
  await recharge(original)
  await eventually('it is paid', async () => Number(await balanceOf(original)) === 1000)
  const messages: object[] = []
  for (let count = 0; count < MAILS; count++) messages.push(await draftTo(original, `reader-${count}@books.example`))
  // The copy is made before the program's wait for the answer times out.
  const held = new Promise<'accept'>((resolve) => {
    release = () => resolve('accept')
  })
  mailbox.answer(() => held)
  const { data } = await make(original, '/v1/messages/batch', { messages })
  sent.push(...data.map(({ message }: { message: { id: string } }) => message.id))
  await eventually('the mail server has as many as it is given', async () => mailbox.connections >= WIDTH_FIRST)

  execFileSync('cp', ['-r', folder, copied])
  release()
  await mailbox.waitFor(MAILS)
  const { connections } = mailbox
  copy = await start(copied)
  const { body, headers } = await copy.request('GET', '/readyz')
  assert.deepEqual([body.fenced, headers.get('samvad-fenced')], [true, 'true'])
  const ran = await dispatchesOf(copy)
  await eventually('its worker has looked for work', async () => (await dispatchesOf(copy)) > ran + 1)
  assert.deepEqual([mailbox.connections, mailbox.received.length, mailbox.unanswered.length], [connections, MAILS, 0])
  assert.equal(await tellsOfFence(copy), '1')
  assert.match(copy.output(), /FENCED/)

  const { fenced, since, reason, waiting } = await fenceOf(copy)
  assert.equal(fenced, true)
  assert.ok(Number.isInteger(since))
  assert.match(reason, /copied/)
  assert.deepEqual(
    waiting.map(({ what, by, count }: { what: string; by: string; count: number }) => ({ what, by, count })),
    [{ what: 'messages', by: 'email', count: MAILS }],
  )
})

test('spec 17.16: what is fenced can be read and tried: sends are taken, charged and wait, and test money is credited', async () => {
  const before = Number(await balanceOf(copy))
  await recharge(copy)
  await eventually('it is credited', async () => Number(await balanceOf(copy)) === before + 1000)
  await make(copy, '/v1/invitations', { email: 'meera@books.example', role: 'agent' })
  await eventually('its owner is to be told of the recharge', async () =>
    (await fenceOf(copy)).waiting.some(({ what }: { what: string }) => what === 'notices'),
  )
  await mustBeFenced(original, false)
  const { fenced, since, reason } = await fenceOf(original)
  assert.deepEqual({ fenced, since, reason }, { fenced: false, since: null, reason: null })
})

test('spec 17.17, 19.12: lifting settles as sent what was queued before the given time, and lets the rest go; the original has sent each once', async () => {
  const queuedBefore = new Date().toISOString()
  const fresh = await write(copy, 'new-reader@books.example')
  assert.equal(fresh.status, 'queued')
  const balance = await balanceOf(copy)
  const lifted = await copy.cli('fence', 'lift', '--queued-before', queuedBefore)
  assert.equal(lifted.code, 0, lifted.out)
  assert.match(lifted.out, new RegExp(`${MAILS + 1} messages \\(email\\).*${MAILS} of them settled as sent`))
  assert.match(lifted.out, /The fence was lifted/)

  await mailbox.waitFor(({ envelope }) => envelope.to[0] === 'new-reader@books.example')
  await eventually('the new one has left', async () => (await statusOf(copy, fresh.id)).status === 'sent')
  await mustBeFenced(copy, false)
  for (const id of sent) {
    const { status, error } = await statusOf(copy, id)
    assert.deepEqual([status, error.code], ['sent', 'settled_as_sent'])
  }
  assert.equal(await balanceOf(copy), balance)
  const { status, error } = await statusOf(original, sent[0] as string)
  assert.deepEqual([status, error], ['sent', null])

  const recipients = mailbox.received.map(({ envelope }) => envelope.to[0] as string)
  assert.equal(mailbox.unanswered.length, 0)
  assert.deepEqual(
    recipients.toSorted(),
    [...sent.map((_, count) => `reader-${count}@books.example`), 'new-reader@books.example'].toSorted(),
  )
  const audited = told(await copy.cli('audit', 'list', '--installation', '--json'))
  const [{ action, actor, details }, raised] = audited.data
  assert.deepEqual(
    [raised.action, raised.actor, action, actor],
    ['fence.raised', 'system', 'fence.lifted', 'command_line'],
  )
  const { notices, ...settled } = details.settled
  assert.deepEqual(settled, { messages: MAILS, invitations: 1 })
  assert.ok(notices > 0, 'what its owner was to be told of, too')
  const doctor = await copy.cli('doctor')
  assert.equal(doctor.code, 0, doctor.out)
})

test('spec 17.17: the fence is raised by hand, is known everywhere within seconds, and holds back whatever is sent then', async () => {
  await original.stop()
  running.delete(original)
  const raised = await copy.cli('fence', 'raise', '--reason', 'its machine is cloned', '--json')
  assert.equal(raised.code, 0, raised.out)
  await mustBeFenced(copy, true)
  // A worker that the machine delayed may notice later than the others, and send what it finds before.
  let held = { id: '' }
  await eventually('a worker that looked for work left what waited', async () => {
    held = await write(copy, 'held@books.example')
    const ran = await dispatchesOf(copy)
    await eventually('its worker has looked for work', async () => (await dispatchesOf(copy)) > ran + 1)
    return (await statusOf(copy, held.id)).status === 'queued'
  })
  const { reason, waiting } = await fenceOf(copy)
  assert.equal(reason, 'its machine is cloned')
  assert.deepEqual([waiting.length, waiting[0].organization_id], [1, copy.organizationId])
  const lifted = await copy.cli('fence', 'lift', '--yes', '--json')
  assert.deepEqual(told(lifted), { fenced: false, settled: {} })
  await eventually('it leaves', async () => (await statusOf(copy, held.id)).status === 'sent')
  assert.match((await copy.cli('fence', 'lift')).out, /not fenced/)
})
