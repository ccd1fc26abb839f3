// The adapter of SMS against an SMPP server, over real sockets.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { App } from '#kit/app.ts'
import { createSealer } from '#kit/crypto.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { readSettings } from '#kit/settings.ts'
import { type AdapterBench, adapterContract, notFenced } from '../../../../test/adapter-contract.ts'
import { type SmppServer, startSmppServer } from '../../../../test/smpp/server.ts'
import { placeOf } from '../accounts/secrets.ts'
import { createSmsAdapter } from './adapter.ts'

function benchOf(server: SmppServer, behaviours: AdapterBench['behaviours'], more: object = {}): AdapterBench {
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
    ...more,
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

test('spec 7.45: entity, template and chain stand in the TLVs of the account; without a template nothing leaves', async () => {
  const server = await startSmppServer()
  const dlt = { entity_id: '1101', chain: '1302,1303', entity_tag: 0x1400, template_tag: 0x1401, chain_tag: 0x1500 }
  const { adapter, message } = benchOf(server, {}, { dlt })
  try {
    const plain = { ...message(newUuid()), leaving: async () => {} }
    const refused = await adapter.send(plain, new AbortController().signal)
    assert.deepEqual([refused.outcome, 'code' in refused && refused.code], ['refused', 'dlt_template_missing'])
    assert.equal(server.binds.length, 0)
    const template = { id: newUuid(), name: 'order', language: 'en', registeredId: '1107', parameters: [] }
    const content = { ...plain.content, template }
    const sent = await adapter.send({ ...plain, content }, new AbortController().signal)
    assert.equal(sent.outcome, 'accepted')
    assert.deepEqual(server.taken[0]?.tlvs, { [0x1400]: '1101', [0x1401]: '1107', [0x1500]: '1302,1303' })
    const abroad = await adapter.send({ ...plain, address: '+4915112345678' }, new AbortController().signal)
    assert.equal(abroad.outcome, 'accepted')
    assert.deepEqual(server.taken[1]?.tlvs, {})
  } finally {
    await adapter.close()
    await server.close()
  }
})
