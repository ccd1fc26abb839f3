// The sandbox as a provider: its mail server keeps every promise of one.

import { newUuid, type Uuid } from '#kit/ids.ts'
import { createEmailAdapter } from '#messaging/channels/email/smtp.ts'
import { adapterContract } from '../../test/adapter-contract.ts'
import { startSamvad, uuidOf } from '../../test/harness.ts'
import { createSandboxMailServer } from './mail-server.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
await samvad.rows(`
  create function keep_nothing() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`)

adapterContract('email into the sandbox', ['accept', 'temporary'], async () => {
  const { organizationId } = samvad.company
  return {
    adapter: createEmailAdapter(samvad.app, createSandboxMailServer(samvad.app)),
    message: (deliveryId) => ({
      organizationId,
      deliveryId,
      contactId: newUuid(),
      address: 'ravi@shop.example',
      name: 'Ravi',
      content: { subject: 'Your order', text: 'It leaves today.', html: null, template: null, attachments: [] },
      earlier: [],
      account: { account: null, history: { hasOwnAccount: false, wasReal: false } },
      at: samvad.app.clock(),
    }),
    badAddress: 'ravi@shop.example,meena@shop.example',
    behaviours: {
      async accept() {
        await samvad.rows('drop trigger if exists keep_nothing on sandbox_messages')
      },
      async temporary() {
        await samvad.rows(
          'create trigger keep_nothing before insert on sandbox_messages for each row execute function keep_nothing()',
        )
      },
    },
    async taken() {
      const rows = await samvad.rows<{ raw: string }>('select raw from sandbox_messages order by id')
      return rows.map(({ raw }) => deliveryIn(raw))
    },
    close: async () => {},
  }
})

const deliveryIn = (raw: string): Uuid => uuidOf('dlv', /^Message-ID: <([^@]+)@/im.exec(raw)?.[1] ?? '')
