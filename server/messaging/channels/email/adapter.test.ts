// The adapter of email against a mail server, over real sockets.

import { randomBytes } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { createSealer } from '#kit/crypto.ts'
import { newUuid } from '#kit/ids.ts'
import { readSettings } from '#kit/settings.ts'
import { type AdapterBench, adapterContract, notFenced } from '../../../../test/adapter-contract.ts'
import { uuidOf } from '../../../../test/harness.ts'
import { type Mailbox, startMailbox } from '../../../../test/mailbox.ts'
import { createEmailAdapter } from './smtp.ts'

function benchOf(mailbox: Mailbox, behaviours: AdapterBench['behaviours']): AdapterBench {
  const environment = { SAMVAD_SMTP_URL: mailbox.url, PUBLIC_URL: 'https://samvad.example', DATA_DIR: '/nowhere' }
  const sealer = createSealer(randomBytes(32).toString('hex'))
  const app = { settings: readSettings(environment), sealer, database: notFenced } as App
  const noSandbox = { serverFor: () => Promise.reject(new Error('there is no sandbox')), close: async () => {} }
  return {
    adapter: createEmailAdapter(app, noSandbox),
    message: (deliveryId) => ({
      organizationId: newUuid(),
      deliveryId,
      contactId: newUuid(),
      address: 'ravi@shop.example',
      name: 'Ravi',
      content: { subject: 'Your order', text: 'It leaves today.', html: null, template: null, attachments: [] },
      earlier: [],
      account: { account: null, history: { hasOwnAccount: false, wasReal: true } },
      at: new Date('2026-03-10T06:30:00Z'),
    }),
    badAddress: 'ravi@shop.example,meena@shop.example',
    behaviours,
    async taken() {
      return mailbox.received.map(({ headers }) =>
        uuidOf('dlv', /^<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1] ?? ''),
      )
    },
    unanswered: () => mailbox.unanswered.length,
    close: () => mailbox.close(),
  }
}

adapterContract('email by SMTP', ['accept', 'refuse', 'temporary', 'throttle', 'lose', 'hang'], async () => {
  const mailbox = await startMailbox()
  return benchOf(mailbox, {
    accept: () => mailbox.answer(() => 'accept'),
    refuse: () => mailbox.answer(() => ({ code: 550, text: 'no such mailbox here' })),
    temporary: () => mailbox.answer(() => ({ code: 451, text: 'greylisted' })),
    throttle: () => mailbox.answer(() => ({ code: 421, text: 'too many messages' })),
    lose: () => mailbox.answer(() => 'drop'),
    hang: () => mailbox.answer(() => 'hang'),
  })
})

adapterContract('email by SMTP, while nobody answers', ['away'], async () => {
  const mailbox = await startMailbox()
  await mailbox.close()
  return { ...benchOf(mailbox, { away() {} }), close: async () => {} }
})
