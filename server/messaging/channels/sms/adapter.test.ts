// The SMS adapter against an SMPP server, over real sockets.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { type AdapterBench, adapterContract } from '../../../../test/adapter-contract.ts'
import { smppAdapter } from '../../../../test/channel-adapters.ts'
import { type SmppServer, startSmppServer } from '../../../../test/smpp/server.ts'

function benchOf(server: SmppServer, behaviours: AdapterBench['behaviours'], more: object = {}): AdapterBench {
  const idOf = (text: string) => text.slice('Order '.length) as Uuid
  return {
    ...smppAdapter(server.port, more),
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
