// The adapter of SMS against an SMPP server, over real sockets.

import { randomBytes } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { createSealer } from '#kit/crypto.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { readSettings } from '#kit/settings.ts'
import { type AdapterBench, adapterContract, notFenced } from '../../../../test/adapter-contract.ts'
import { type SmppServer, startSmppServer } from '../../../../test/smpp/server.ts'
import { placeOf } from '../accounts/secrets.ts'
import { createSmsAdapter } from './adapter.ts'

function benchOf(server: SmppServer, behaviours: AdapterBench['behaviours']): AdapterBench {
  const environment = {
    PUBLIC_URL: 'https://samvad.example',
    DATA_DIR: '/nowhere',
    SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const sealer = createSealer(randomBytes(32).toString('hex'))
  const app = { settings: readSettings(environment), sealer, database: notFenced, clock: () => new Date() } as App
  const organizationId = newUuid()
  const settings = {
    protocol: 'smpp',
    from: 'ASHATX',
    dlt: null,
    host: '127.0.0.1',
    port: server.port,
    tls: false,
    system_id: 'asha',
    system_type: '',
    from_ton: 5,
    from_npi: 0,
    window: 10,
    messages_per_second: null,
    enquire_link_seconds: 30,
    binds: 1,
    stay_bound: true,
    id_format: 'as_is',
    long_messages: 'udh',
    data_coding: { gsm: 0, ucs2: 8 },
  }
  const secret = sealer.seal(placeOf(organizationId, 'sms'), 'secret')
  const account = { settings, secret, updated_at: new Date() }
  const noSandbox = { accountFor: () => Promise.reject(new Error('there is no sandbox')), close: async () => {} }
  const idOf = (text: string) => text.slice('Order '.length) as Uuid
  return {
    adapter: createSmsAdapter(app, noSandbox, {
      parts: { begin: () => Promise.reject(new Error('none is long')), record: async () => {} },
      leases: { take: async () => true, renew: async (ids) => [...ids], release: async () => {} },
      keep: async () => {},
    }),
    message: (deliveryId) => ({
      organizationId,
      deliveryId,
      contactId: newUuid(),
      address: '+919876543210',
      name: 'Ravi',
      content: { subject: null, text: `Order ${deliveryId}`, html: null, template: null, attachments: [] },
      earlier: [],
      account: { account, history: { hasOwnAccount: true, wasReal: true } },
      at: new Date('2026-03-10T06:30:00Z'),
    }),
    badAddress: '98765',
    behaviours,
    taken: async () => server.taken.map(({ text }) => idOf(text)),
    unanswered: () => server.unanswered.length,
    close: () => server.close(),
  }
}

adapterContract('SMS by SMPP', ['accept', 'refuse', 'temporary', 'throttle', 'lose', 'hang'], async () => {
  const server = await startSmppServer()
  return benchOf(server, {
    accept: () => server.answer(() => 0),
    refuse: () => server.answer(() => 0x0b),
    temporary: () => server.answer(() => 0x08),
    throttle: () => server.answer(() => 0x58),
    lose: () => server.answer(() => 'lose'),
    hang: () => server.answer(() => 'hang'),
  })
})

adapterContract('SMS by SMPP, while nobody answers', ['away'], async () => {
  const server = await startSmppServer()
  await server.close()
  return { ...benchOf(server, { away() {} }), close: async () => {} }
})
