// What an operator does from the command line: look at balances, suspend and resume, decide refunds, grant credits.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Company, fund, publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'
import { paidRecharge, requestedRefund } from '../../test/refunds.ts'
import { eventually } from '../../test/program.ts'

const samvad = await startSamvad()
const PROGRAM = fileURLToPath(new URL('../../bin/samvad', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'samvad-operating-'))
after(() => rm(folder, { recursive: true, force: true }))

interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

function cli(...words: string[]): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
  const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

const json = async (...words: string[]) => {
  const ran = await cli(...words, '--json')
  assert.equal(ran.code, 0, ran.stderr)
  return JSON.parse(ran.stdout)
}

const idOf = ({ organizationId }: Company) => publicId('org', organizationId) as string

async function conversationOf({ token }: Company, email: string): Promise<string> {
  const contact = await samvad.request('POST', '/v1/contacts', { token, json: { email } })
  const made = await samvad.request('POST', '/v1/conversations', { token, json: { contact_id: contact.body.id } })
  return made.body.id
}

const sendTo = (conversation_id: string, { token }: Company) =>
  samvad.request('POST', '/v1/messages', { token, json: { conversation_id, channel: 'email', text: 'Hello' } })

test('decisions §8: a suspended organization sends and recharges nothing, and reads; what was queued waits until it is resumed', async () => {
  const asha = samvad.company
  const bharat = await samvad.newCompany('Bharat Tools')
  for (const company of [asha, bharat]) await fund(samvad, company.organizationId, 100n)
  const conversation = await conversationOf(asha, 'ravi@customer.example')
  const queued = await sendTo(conversation, asha)
  assert.equal(queued.status, 201, queued.text)

  const suspended = await json('organization', 'suspend', '--organization', idOf(asha), '--reason', 'Unpaid invoice')
  assert.ok(suspended.suspended_at > 0)
  const since = performance.now()
  const refused = await eventually('sending is refused', async () => {
    const answer = await sendTo(conversation, asha)
    return answer.status === 403 && answer
  })
  assert.ok(performance.now() - since < 5000, 'within 5 seconds')
  assert.equal(refused.body.code, 'organization_suspended')
  const recharge = { token: asha.token, json: { amount: '500.00', payment_method: 'upi' } }
  for (const [path, body] of [
    ['/api/v1/billing/recharges', recharge.json],
    ['/v1/messages/batch', { messages: [{ conversation_id: conversation, channel: 'email', text: 'Hello' }] }],
  ] as const) {
    const answer = await samvad.request('POST', path, { token: asha.token, json: body })
    assert.deepEqual([answer.status, answer.body.code], [403, 'organization_suspended'], path)
  }

  // Reading goes on, and so does what is not sending: contacts, and the balance.
  for (const path of [
    '/v1/conversations',
    '/api/v1/billing/balance',
    '/api/v1/billing/recharges',
    `/v1/messages/${queued.body.id}`,
  ])
    assert.equal((await samvad.request('GET', path, { token: asha.token })).status, 200, path)
  assert.equal(
    (await samvad.request('GET', '/v1/organization', { token: asha.token })).body.suspended_at,
    suspended.suspended_at,
  )

  // The worker works for the others. One that came later is sent; the queued one still waits.
  samvad.startWorker()
  const later = await sendTo(await conversationOf(bharat, 'sita@customer.example'), bharat)
  assert.equal(later.status, 201, 'another organization is not concerned')
  const statusOf = async (id: string, { token }: Company) =>
    (await samvad.request('GET', `/v1/messages/${id}`, { token })).body.status
  await eventually('the later one is sent', async () => (await statusOf(later.body.id, bharat)) === 'sent')
  assert.equal(await statusOf(queued.body.id, asha), 'queued')

  assert.equal(
    (await json('organization', 'suspend', '--organization', idOf(asha))).suspended_at,
    suspended.suspended_at,
  )
  assert.equal((await json('organization', 'resume', '--organization', idOf(asha))).suspended_at, null)
  await eventually('what waited is sent', async () => (await statusOf(queued.body.id, asha)) === 'sent')
  await eventually('sending works again', async () => (await sendTo(conversation, asha)).status === 201)

  const { data } = await json('audit', 'list', '--organization', idOf(asha))
  const acts = data.filter(({ action }: { action: string }) => /suspended|resumed/.test(action))
  assert.deepEqual(
    acts.map(({ action, actor, details }: Record<string, unknown>) => [action, actor, details]),
    [
      ['organization.resumed', 'command_line', {}],
      ['organization.suspended', 'command_line', { reason: 'Unpaid invoice' }],
    ],
  )
})

test('the balance and the transactions of an organization are shown as its members see them', async () => {
  const chandra = await samvad.newCompany('Chandra Foods')
  await fund(samvad, chandra.organizationId, 250n)
  const { organization_id, ...shown } = await json('balance', '--organization', idOf(chandra))
  assert.equal(organization_id, idOf(chandra))
  const members = await samvad.request('GET', '/api/v1/billing/balance', { token: chandra.token })
  assert.deepEqual(shown, members.body)
  assert.match((await cli('balance', '--organization', idOf(chandra))).stdout, /^250\.00 INR/)

  const listed = await json('transaction', 'list', '--organization', idOf(chandra))
  const page = await samvad.request('GET', '/api/v1/billing/transactions', { token: chandra.token })
  assert.deepEqual(listed, page.body.data)
  assert.deepEqual(await json('transaction', 'list', '--organization', idOf(chandra), '--kind', 'deduction'), [])
  const wrong = await cli('transaction', 'list', '--organization', idOf(chandra), '--kind', 'gift')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /--kind gift: must be one of recharge, deduction, refund, credit/)
})

test('a grant is asked about: where nobody can be asked, only --yes grants', async () => {
  const devi = await samvad.newCompany('Devi Travels')
  const words = ['credit', 'grant', '--amount', '25.00', '--reason', 'Sorry', '--organization', idOf(devi)]
  const asked = await cli(...words)
  assert.equal(asked.code, 2)
  assert.match(asked.stderr, /Grant 25\.00 INR to Devi Travels \(org_\w+\)\? .*--yes/)
  assert.equal((await json('balance', '--organization', idOf(devi))).balance, '0.00')
  assert.equal((await json(...words, '--yes')).balance_after, '25.00')
})

test('a refund is decided by its id alone, however many organizations there are', async () => {
  const esha = await samvad.newCompany('Esha Crafts')
  const recharge = await paidRecharge(samvad, '500.00', esha)
  const ask = { recharge_id: recharge.id, amount: '100.00' }
  const refund = await requestedRefund(samvad, ask, esha)
  const approved = await json('refund', 'approve', '--refund', refund.id, '--note', 'Paid twice.')
  assert.deepEqual([approved.id, approved.organization_id], [refund.id, idOf(esha)])
  assert.notEqual(approved.status, 'requested')

  const other = await requestedRefund(samvad, ask, esha)
  const elsewhere = await cli(
    'refund',
    'reject',
    '--refund',
    other.id,
    '--note',
    'No.',
    '--organization',
    idOf(samvad.company),
  )
  assert.equal(elsewhere.code, 1, 'an organization that is named must be its own')
  const rejected = await json('refund', 'reject', '--refund', other.id, '--note', 'No.')
  assert.deepEqual([rejected.id, rejected.status], [other.id, 'rejected'])

  const unknown = await cli('refund', 'approve', '--refund', 'rfnd_01jd0000000000000000000000')
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /No such refund/)
})

test('samvad --version tells the version of package.json', async () => {
  const { version } = JSON.parse(
    await (await import('node:fs/promises')).readFile(join(PROGRAM, '../../package.json'), 'utf8'),
  )
  assert.deepEqual(await cli('--version'), { code: 0, stdout: `samvad ${version}\n`, stderr: '' })
})
