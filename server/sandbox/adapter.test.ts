// The sandbox as a provider: its mail server fulfils the contract of every provider.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { createEmailAdapter } from '#messaging/channels/email/smtp.ts'
import { adapterContract } from '../../test/adapter-contract.ts'
import { publicId, startSamvad, uuidOf } from '../../test/harness.ts'
import { person } from '../../test/story.ts'
import type { ReportedDelivery } from './mail-receipts.ts'
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

test('spec 16.52: a delivery report is sent for a mail that is a delivery, was taken, and asks for one (RFC 3461)', async () => {
  const { organizationId } = samvad.company
  const set = (settings: object) => person(samvad).put('/v1/sandbox/settings', { channel: 'email', ...settings })
  await samvad.rows('drop trigger if exists keep_nothing on sandbox_messages')
  const reported: ReportedDelivery[] = []
  const mailServer = createSandboxMailServer(samvad.app, {
    delivered: (delivery) => void reported.push(delivery),
    close: async () => {},
  })
  const { host, port, password } = await mailServer.serverFor(organizationId)
  const auth = { user: organizationId, pass: password as string }
  const transport = createTransport({ host, port, auth, ignoreTLS: true })
  const send = (id: string, dsn?: object) => {
    const mail = { from: 'a@shop.example', to: 'b@shop.example', text: 'x', messageId: `<${id}@shop.example>` }
    return transport.sendMail({ ...mail, ...(dsn && { dsn }) } as typeof mail)
  }
  const deliveryId = newUuid()
  const name = publicId('dlv', deliveryId)
  const wanted = { notify: ['SUCCESS', 'FAILURE'] }
  await set({ receipts: 'automatic' })
  await send(name, wanted)
  const report = { organizationId, deliveryId, address: 'b@shop.example' }
  assert.deepEqual(reported, [report])
  await send(name)
  await send(name, { notify: ['FAILURE'] })
  await send('an-invitation', wanted)
  await set({ fail_next: '550' })
  await assert.rejects(send(name, wanted), /550/)
  await set({ fail_next: 'timeout' })
  await assert.rejects(send(name, wanted))
  await set({ receipts: 'manual' })
  await send(name, wanted)
  assert.deepEqual(reported, [report])
  transport.close()
  await mailServer.close()
})
