// Cached accounts in a process: a cached absence refuses no message.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fund, startSamvad } from '../../../../test/harness.ts'
import { startSmppServer } from '../../../../test/smpp/server.ts'
import { SMS, setAccount, smppAccount, textTo } from '../../../../test/smpp/story.ts'
import { assertRefused, person } from '../../../../test/story.ts'

const provider = await startSmppServer()
after(() => provider.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_SANDBOX: 'off' })
await fund(samvad, samvad.company.organizationId, 100_000n)

test('spec 16.30: whoever was refused for want of an account sends as soon as one is set', async () => {
  const asha = person(samvad)
  const { conversationId } = await textTo(asha)
  const send = () =>
    asha.post('/v1/messages', { conversation_id: conversationId, channel: 'sms', text: 'Your order has left' })
  for (let turn = 0; turn < 2; turn++) {
    assertRefused(await send(), 422, 'channel_unavailable', 'channel')
    await setAccount(asha, smppAccount(provider.port))
    const sent = await send()
    assert.equal(sent.status, 201, sent.text)
    await asha.delete(SMS)
    // A cached account is used for some seconds: messages accepted then are sent by no other account (16.30).
    while ((await send()).status === 201);
  }
})
