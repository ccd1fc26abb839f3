// samvad organization suspend, organization resume.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../../test/command-line.ts'
import { type Company, fund, publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'
import { eventually } from '../../test/program.ts'

const samvad = await startSamvad()
const folder = await mkdtemp(join(tmpdir(), 'samvad-suspension-'))
after(() => rm(folder, { recursive: true, force: true }))

const json = async (...words: string[]) => {
  const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
  const { code, stdout, stderr } = await runCommand([...words, '--json'], environment)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

const idOf = ({ organizationId }: Company) => publicId('org', organizationId) as string

async function conversationOf({ token }: Company, email: string): Promise<string> {
  const contact = await samvad.request('POST', '/v1/contacts', { token, json: { email } })
  const made = await samvad.request('POST', '/v1/conversations', { token, json: { contact_id: contact.body.id } })
  return made.body.id
}

const sendTo = (conversation_id: string, { token }: Company) =>
  samvad.request('POST', '/v1/messages', { token, json: { conversation_id, channel: 'email', text: 'Hello' } })

test('spec 1.20: a suspended organization sends and recharges nothing, and reads; what was queued waits until it is resumed', async () => {
  const asha = samvad.company
  const bharat = await samvad.newCompany('Bharat Tools')
  for (const company of [asha, bharat]) await fund(samvad, company.organizationId, 100n)
  const conversation = await conversationOf(asha, 'ravi@customer.example')
  const queued = await sendTo(conversation, asha)
  assert.equal(queued.status, 201, queued.text)

  const suspended = await json('organization', 'suspend', '--organization', idOf(asha), '--reason', 'Unpaid invoice')
  assert.ok(suspended.suspended_at > 0)
  const refused = await eventually('sending is refused', async () => {
    const answer = await sendTo(conversation, asha)
    return answer.status === 403 && answer
  })
  assert.equal(refused.body.code, 'organization_suspended')
  const recharge = { token: asha.token, json: { amount: '500.00', payment_method: 'upi' } }
  for (const [path, body] of [
    ['/api/v1/billing/recharges', recharge.json],
    ['/v1/messages/batch', { messages: [{ conversation_id: conversation, channel: 'email', text: 'Hello' }] }],
  ] as const) {
    const answer = await samvad.request('POST', path, { token: asha.token, json: body })
    assert.deepEqual([answer.status, answer.body.code], [403, 'organization_suspended'], path)
  }

  // Reading still works, and so does everything except sending: contacts, and the balance.
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

  // Deliveries of other organizations are sent, even later ones; the suspended organization's stay queued.
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

  const { data } = (await samvad.request('GET', '/v1/audit_log?limit=100', { token: asha.token })).body
  const acts = data.filter(({ action }: { action: string }) => /suspended|resumed/.test(action))
  assert.deepEqual(
    acts.map(({ action, actor, details }: Record<string, unknown>) => [action, actor, details]),
    [
      ['organization.resumed', 'command_line', {}],
      ['organization.suspended', 'command_line', { reason: 'Unpaid invoice' }],
    ],
  )
})
