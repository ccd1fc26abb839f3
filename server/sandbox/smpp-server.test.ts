// SMS on a fresh machine: through the sandbox's SMPP server, to delivered.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fund, startSamvad } from '../../test/harness.ts'
import { delivered, until } from '../../test/mail-story.ts'
import { balanceOf } from '../../test/payments.ts'
import { keptOf, textTo, workOff, writeSms } from '../../test/smpp/story.ts'
import { person } from '../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company
await fund(samvad, organizationId, 100n)
samvad.startWorker()
const inbox = async (number: string) =>
  (await asha.get(`/v1/sandbox/messages?channel=sms&address=${encodeURIComponent(number)}`)).body.data
const arrivals = async () => (await keptOf(samvad, organizationId)).length

async function arrived(message: { id: string }, before: number): Promise<void> {
  await until(arrivals, (count) => count > before)
  await workOff(samvad, organizationId)
  await delivered(samvad, message, 'delivered')
}

test('spec 16.1, 7.46: without any account an SMS goes through a real SMPP server, lies in the inbox, and arrives', async () => {
  const ravi = await textTo(asha)
  const before = await arrivals()
  const message = await writeSms(asha, ravi, 'नमस्ते 🙏 {ok}')
  assert.equal(message.price, '0.25')
  await arrived(message, before)
  const [sms, ...others] = await inbox(ravi.phone_number)
  assert.equal(others.length, 0)
  assert.deepEqual([sms.channel, sms.address, sms.text, sms.html], ['sms', ravi.phone_number, 'नमस्ते 🙏 {ok}', null])
  assert.match(sms.raw, /^command: submit_sm$/m)
})

test('spec 7.42, 7.46: a long one lies there whole, and has arrived once all of its parts have', async () => {
  const ravi = await textTo(asha)
  const before = await arrivals()
  const text = 'One [€] two. '.repeat(40)
  const message = await writeSms(asha, ravi, text)
  await until(arrivals, (count) => count >= before + 4)
  await arrived(message, before)
  assert.deepEqual(
    (await inbox(ravi.phone_number)).map((one: { text: string }) => one.text),
    [text],
  )
})

test('spec 16.20, 7.46: it refuses, fails and loses its answer as it is told, once', async () => {
  const fail = async (fail_next: string) => {
    const set = await asha.put('/v1/sandbox/settings', { channel: 'sms', receipts: 'automatic', fail_next })
    assert.equal(set.status, 200, set.text)
    return writeSms(asha, await textTo(asha), 'Hello')
  }
  const balance = await balanceOf(samvad)
  assert.equal((await delivered(samvad, await fail('rejected'), 'failed')).error_code, 'esme_rinvdstadr')
  assert.equal((await delivered(samvad, await fail('ESME_RINVMSGLEN'), 'failed')).error_code, 'esme_rinvmsglen')
  assert.equal(await balanceOf(samvad), balance)
  const before = await arrivals()
  const lost = await fail('UNDELIV')
  await until(arrivals, (count) => count > before)
  await workOff(samvad, organizationId)
  assert.equal((await delivered(samvad, lost, 'undelivered')).error_code, 'undeliv')
  const next = await arrivals()
  await arrived(await writeSms(asha, await textTo(asha), 'Hello'), next)
})
