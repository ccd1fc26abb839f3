// Members with phones, the installation's SMS account on a fake SMPP server, and the codes and notifications sent
// there.
// Per file: it starts servers of the file's own.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { createAdapters } from '#messaging/channels/adapters.ts'
import type { Notice } from '#notifications/carrier.ts'
import { createSmsCarrier } from '#notifications/numbers/carrier.ts'
import { codeJobs } from '#notifications/numbers/jobs.ts'
import { newOperator } from './gateways/scene.ts'
import { type Company, startSamvad } from './harness.ts'
import { type SmppServer, startSmppServer } from './smpp/server.ts'
import { smppAccount } from './smpp/story.ts'
import { type Person, person } from './story.ts'

export const NUMBER = '/v1/notification_number'
export const DLT = { dlt: { entity_id: '1101000000000000001' } }
export const TEMPLATES = {
  'verification_code.en': '1107000000000000001',
  'verification_code.hi': '1107000000000000002',
  'recharge.completed.en': { template_id: '1107000000000000003', header: 'SAMVDN' },
  'recharge.completed.hi': '1107000000000000004',
}

export const server = await startSmppServer()
after(() => server.close())
export const samvad = await startSamvad({
  SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
  SAMVAD_NOTICE_DLT_TEMPLATES: JSON.stringify(TEMPLATES),
})
export const { app } = samvad
export const operator = person(samvad, { token: await newOperator(samvad) })
const set = await operator.put('/v1/shared_channels/sms', smppAccount(server.port, { from: 'SAMVAD', ...DLT }))
assert.equal(set.status, 200, set.text)
const noSandbox = {
  accountFor: () => Promise.reject(new Error('there is no sandbox')),
  close: async () => {},
}
export const { sms: adapter } = createAdapters(app, { sms: noSandbox } as unknown as Parameters<
  typeof createAdapters
>[1])
assert.ok(adapter)
after(() => adapter.close())
export const carrier = createSmsCarrier(app, adapter)
export const signal = new AbortController().signal

/** Sends codes, as the worker does every second. */
export const sendCodes = async () => {
  for (const job of codeJobs(app, adapter)) await job.run(signal)
}

let last = 9_812_300_000
export const newNumber = () => `+91${++last}`
export const smsTo = (phoneNumber: string, { taken }: Pick<SmppServer, 'taken'> = server) =>
  taken.filter(({ to }) => `+${to}` === phoneNumber)
/** The latest code to a phone number. */
export const codeTo = (phoneNumber: string): string => /^\d{6}/.exec(smsTo(phoneNumber).at(-1)?.text ?? '')?.[0] ?? ''
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

export async function someone() {
  const made = await samvad.newCompany('Chai House')
  return { ...made, who: person(samvad, made) }
}

export async function give(who: Person, phone_number = newNumber(), more = {}) {
  const given = await who.put(NUMBER, { phone_number, ...more })
  assert.equal(given.status, 200, given.text)
  await sendCodes()
  return phone_number
}

export async function prove(who: Person, phone_number = newNumber()) {
  await give(who, phone_number)
  const proven = await who.post(`${NUMBER}/verify`, { code: codeTo(phone_number) })
  assert.equal(proven.status, 200, proven.text)
  return phone_number
}

export const noticeFor = (
  { organizationId, userId }: Pick<Company, 'organizationId' | 'userId'>,
  more = {},
): Notice => ({
  id: newUuid(),
  organizationId,
  userId,
  type: 'recharge.completed',
  language: 'en',
  title: 'Recharge completed',
  text: 'INR 1,000.00 were added.',
  url: null,
  at: app.clock(),
  ...more,
})

export const HINDI = { language: 'hi', title: 'रिचार्ज पूरा हुआ', text: 'आपके वॉलेट में ₹1,000.00 जोड़े गए।' }
