// What contacts do in WhatsApp besides writing, as the inbox shows it; and what Meta says of the account.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { type Incoming, type IncomingNotice, nothingArrived } from '#messaging/channels/arrivals/arrived.ts'
import { createTakers } from '#messaging/inbound/handing-on.ts'
import { storeArrived } from '#messaging/inbound/storing.ts'
import { withdrawAsContact } from '#messaging/messages/withdrawals.ts'
import { someNumber } from '../cloud-api/server.ts'
import { publicId, startSamvad, uuidOf } from '../harness.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { organizationId } = samvad.company
const { app } = samvad
const from = '+919876530001'
const takers = createTakers(app)

const message = (id: string, text: string | null, more: Partial<Incoming> = {}): Incoming => ({
  channel: 'app',
  from,
  providerId: id,
  content: { subject: null, text, html: null, attachments: [] },
  time: new Date(),
  ...more,
})
const store = (arrived: Partial<typeof nothingArrived>, files: Parameters<typeof storeArrived>[5] = new Map()) =>
  app.database.transaction(
    (tx) =>
      storeArrived(tx, { organizationId, at: new Date() }, takers, 'app', { ...nothingArrived, ...arrived }, files),
    organizationId,
  )

/** The conversation that the visitor has with whoever wrote. */
async function conversation(): Promise<Uuid> {
  const [row] = await samvad.rows<{ conversation_id: Uuid }>('select conversation_id from messages where org_id = $1', [
    organizationId,
  ])
  return row?.conversation_id as Uuid
}

test('the inbox shows edits with the earlier texts, folds what was withdrawn, and names missing files and calls (spec 5.80, 5.81, 7.180, 7.183)', {
  skip,
}, async () => {
  const visitor = await (await openConsole(samvad)).signIn('owner')
  const { page } = visitor
  const { user } = await (await page.request.get(`${samvad.url}/console/session`)).json()
  await samvad.rows(
    `insert into contacts (org_id, id, display_name, phone_number, owner_id, created_at)
     values ($1, $2, 'Ravi', $3, $4, now())`,
    [organizationId, newUuid(), from, uuidOf('user', user.id)],
  )
  const picture = message('wamid.picture', 'This is broken')
  const missing = [
    { ordinal: 1, filename: 'one.jpg', contentType: 'image/jpeg', reason: null, reference: { source: 'none' } },
    { ordinal: 2, filename: 'two.jpg', contentType: 'image/jpeg', reason: 'not_fetched', reference: null },
  ] as const
  await store({ messages: [message('wamid.a', 'Two kilos')] })
  await store({ edits: [{ message: message('wamid.a', 'Three kilos'), editId: 'wamid.a1' }] })
  await store(
    { messages: [picture] },
    new Map([[picture, { attached: { stored: [], missing: [...missing] }, original: null }]]),
  )
  await store({ messages: [message('wamid.w', 'My secret')] })
  await store({
    messages: [
      message('wacid.1', null, { call: { direction: 'inbound', status: 'missed', durationSeconds: null } }),
      message('wacid.2', null, { call: { direction: 'inbound', status: 'completed', durationSeconds: 125 } }),
    ],
  })
  const withdrawal = { from, providerId: 'wamid.w', time: new Date() }
  await app.database.transaction(
    (tx) => withdrawAsContact(tx, { organizationId, at: new Date() }, 'app', withdrawal),
    organizationId,
  )
  await visitor.go(`inbox/${publicId('conv', await conversation())}`)
  const shown = page.getByRole('article', { name: 'Message that came in' })
  await shown.getByText('Three kilos').waitFor()
  assert.equal(await page.getByText('Two kilos').isVisible(), false)
  await page.locator('summary', { hasText: 'Edited' }).click()
  await page.getByText('Two kilos').waitFor({ state: 'visible' })

  await shown.getByText('This is broken').waitFor()
  await shown.getByText('The file is being fetched').waitFor()
  await shown.getByText('File not available: WhatsApp did not deliver it').waitFor()
  await shown.getByText('Missed call').waitFor()
  await shown.getByText('Call from the contact · 2 min 5 s').waitFor()

  await shown.getByText('The contact deleted this message').waitFor()
  assert.equal(await page.getByText('My secret').isVisible(), false)
  await page.locator('summary', { hasText: 'Show what it said' }).click()
  await page.getByText('My secret').waitFor({ state: 'visible' })
  await mustBeFine(visitor, 'messages-that-changed')
})

test('the page of the channel lists what the provider says of the account (spec 7.182)', { skip }, async () => {
  const notice: IncomingNotice = {
    kind: 'number_quality',
    needsAction: true,
    detail: 'FLAGGED, +91 98765 00000, TIER_1K',
    content: { event: 'FLAGGED' },
    key: '1',
  }
  await person(samvad).put('/v1/channels/app', {
    phone_number_id: someNumber.phoneNumberId,
    business_account_id: someNumber.businessAccountId,
    access_token: someNumber.accessToken,
    app_secret: someNumber.appSecret,
  })
  await store({ notices: [notice] })
  const visitor = await (await openConsole(samvad)).signIn('owner')
  const { page } = visitor
  await visitor.go('settings/channels/app')
  await page.getByText('Quality of the number').waitFor()
  await page.getByText('FLAGGED, +91 98765 00000, TIER_1K').waitFor()
  await page.getByText('Action needed').waitFor()
  await mustBeFine(visitor, 'notices-of-a-channel')
  assert.deepEqual(visitor.faults, [])
})
