// The sandbox as Meta: its Cloud API fulfils the contract of every provider, and the complete journey works on a fresh
// machine.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { createAppAdapter } from '#messaging/channels/app/adapter.ts'
import { adapterContract } from '../../test/adapter-contract.ts'
import { fund, startSamvad, uuidOf } from '../../test/harness.ts'
import { delivered } from '../../test/mail-story.ts'
import { assertRefused, person } from '../../test/story.ts'
import type { Behaviour } from './behaviour.ts'
import { createSandboxCloudApi } from './cloud-api-server.ts'
import { createSandboxInbox } from './inbox.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const fresh = await startSamvad()
const asha = person(fresh)
await fund(fresh, fresh.company.organizationId, 10n)
fresh.startWorker()
const INBOX = '/v1/sandbox/messages'

adapterContract('app into the sandbox', ['accept', 'refuse', 'temporary', 'throttle', 'lose'], async () => {
  const { organizationId } = samvad.company
  const keep = createSandboxInbox(samvad.app)
  let behaviour: Behaviour = { receipts: 'manual', failCode: null }
  let isBroken = false
  const sandbox = createSandboxCloudApi(samvad.app, async (id, message) => {
    if (isBroken) throw new Error('the disk is full')
    if (behaviour.failCode === null) await keep(id, message)
    return behaviour
  })
  const behave = (failCode: string | null, broken = false) => {
    behaviour = { receipts: 'manual', failCode }
    isBroken = broken
  }
  return {
    adapter: createAppAdapter(samvad.app, sandbox),
    message: (deliveryId) => ({
      organizationId,
      deliveryId,
      contactId: newUuid(),
      address: '+919876543210',
      name: 'Ravi',
      content: { subject: null, text: 'It leaves today.', html: null, template: null, attachments: [] },
      earlier: [],
      account: { account: null, history: { hasOwnAccount: false, wasReal: false } },
      at: samvad.app.clock(),
    }),
    badAddress: 'ravi@shop.example',
    behaviours: {
      accept: () => behave(null),
      refuse: () => behave('rejected'),
      throttle: () => behave('130429'),
      lose: () => behave('timeout'),
      temporary: () => behave(null, true),
    },
    async taken() {
      const rows = await samvad.rows<{ raw: string }>('select raw from sandbox_messages order by id')
      return rows.map(({ raw }) => uuidOf('dlv', JSON.parse(raw).biz_opaque_callback_data))
    },
    close: async () => {},
  }
})

test('spec 16.1, 7.35: on a fresh machine who wrote in the app is answered, and the answer arrives and is read', async () => {
  const stranger = await asha.make('/v1/contacts', { phone_number: '+919876543211' })
  const cold = await asha.make('/v1/conversations', { contact_id: stranger.id })
  const draft = { channel: 'app', text: 'It is ready.' }
  assertRefused(await asha.post('/v1/messages', { conversation_id: cold.id, ...draft }), 422, 'session_window_closed')

  const asked = await asha.make(INBOX, { channel: 'app', from: '+919876543210', text: 'Is it ready?' })
  const answer = await asha.make('/v1/messages', { conversation_id: asked.conversation_id, ...draft })
  assert.equal(answer.price, '0.45')
  const read = await delivered(fresh, answer, 'read')
  assert.match(read.provider_id ?? '', /^wamid\./)
  const { data } = (await asha.get(`${INBOX}?channel=app`)).body
  assert.deepEqual(
    data.map((one: any) => [one.address, one.text]),
    [['+919876543210', 'It is ready.']],
  )
  assert.equal((await asha.get('/api/v1/billing/balance')).body.balance, '9.55')
})

test('spec 16.21, 7.33: told to fail it with a code of Meta, it does, and the charge comes back', async () => {
  const asked = await asha.make(INBOX, { channel: 'app', from: '+919876543212', text: 'Is it ready?' })
  const { balance } = (await asha.get('/api/v1/billing/balance')).body
  assert.equal((await asha.put('/v1/sandbox/settings', { channel: 'app', fail_next: '131026' })).status, 200)
  const { conversation_id } = asked
  const answer = await asha.make('/v1/messages', { conversation_id, channel: 'app', text: 'It is ready.' })
  const failed = await delivered(fresh, answer, 'failed')
  assert.equal(failed.error_code, 'recipient_unreachable')
  assert.equal((await asha.get('/api/v1/billing/balance')).body.balance, balance)
})
