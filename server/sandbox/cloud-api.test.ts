// The sandbox as Meta: its Cloud API keeps every promise of one.

import { newUuid } from '#kit/ids.ts'
import { createAppAdapter } from '#messaging/channels/app/adapter.ts'
import { adapterContract } from '../../test/adapter-contract.ts'
import { startSamvad, uuidOf } from '../../test/harness.ts'
import type { Behaviour } from './behaviour.ts'
import { createSandboxCloudApi } from './cloud-api-server.ts'
import { createSandboxInbox } from './inbox.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })

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
