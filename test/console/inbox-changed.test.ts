// WhatsApp activities of contacts besides messages, as the inbox shows them: replies, forwards, edits, deletions and
// calls; and Meta's notices about the account.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { type Incoming, type IncomingNotice, nothingArrived } from '#messaging/channels/arrivals/arrived.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { createTakers } from '#messaging/inbound/handing-on.ts'
import { storeArrived } from '#messaging/inbound/storing.ts'
import { withdrawAsContact } from '#messaging/messages/withdrawals.ts'
import { someNumber } from '../cloud-api/server.ts'
import { publicId, startSamvad, uuidOf } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { until } from '../mail-story.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { organizationId } = samvad.company
const { app } = samvad
const from = '+919876530001'
const takers = createTakers(app)
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor
let ownerId: string

before(async () => {
  if (skip) return
  owner = await console.signIn('owner')
  const { user } = await (await owner.page.request.get(`${samvad.url}/console/session`)).json()
  ownerId = user.id
})

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

/** The visitor's conversation with the sender. */
async function conversation(): Promise<Uuid> {
  const [row] = await samvad.rows<{ conversation_id: Uuid }>(
    `select conversation_id from messages m join contacts c on c.org_id = m.org_id and c.id = m.sender_id
      where m.org_id = $1 and c.phone_number = $2`,
    [organizationId, from],
  )
  return row?.conversation_id as Uuid
}

test('the inbox shows edits with the earlier texts, folds what was withdrawn, and names missing files and calls (spec 5.80, 5.81, 7.180, 7.183)', {
  skip,
}, async () => {
  const { page } = owner
  await samvad.rows(
    `insert into contacts (org_id, id, display_name, phone_number, owner_id, created_at)
     values ($1, $2, 'Ravi', $3, $4, now())`,
    [organizationId, newUuid(), from, uuidOf('user', ownerId)],
  )
  const picture = message('wamid.picture', 'This is broken')
  const missing = [
    { ordinal: 1, filename: 'one.jpg', contentType: 'image/jpeg', reason: null, reference: { source: 'none' } },
    { ordinal: 2, filename: 'two.jpg', contentType: 'image/jpeg', reason: 'not_fetched', reference: null },
    { ordinal: 3, filename: 'last.jpg', contentType: 'image/jpeg', reason: 'too_many', reference: null },
    { ordinal: 35, filename: null, contentType: null, reason: 'too_many', reference: null },
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
  await owner.goWithin(`inbox/${publicId('conv', await conversation())}`)
  const shown = page.getByRole('article', { name: 'Received message' })
  await shown.getByText('Three kilos').waitFor()
  assert.equal(await page.getByText('Two kilos').isVisible(), false)
  await page.locator('summary', { hasText: 'Edited' }).click()
  await page.getByText('Two kilos').waitFor({ state: 'visible' })

  await shown.getByText('This is broken').waitFor()
  await shown.getByText('Downloading…').waitFor()
  await shown.getByText('File unavailable: the provider didn’t deliver it').waitFor()
  await shown.getByText('File unavailable: the message has too many files').waitFor()
  await shown.getByText('32 more files unavailable: the message has too many files').waitFor()
  await shown.getByText('Missed call').waitFor()
  await shown.getByText('Incoming call · 2 min 5 s').waitFor()

  await shown.getByText('The contact deleted this message').waitFor()
  assert.equal(await page.getByText('My secret').isVisible(), false)
  await page.locator('summary', { hasText: 'Show deleted message' }).click()
  await page.getByText('My secret').waitFor({ state: 'visible' })
  await mustBeFine(owner, 'messages-that-changed')
})

test('the page of the channel lists what the provider says of the account (spec 7.182)', {
  skip: skip || onlyLong,
}, async () => {
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
  const { page } = owner
  await owner.goWithin('settings/channels/app')
  await page.getByText('Phone number quality').waitFor()
  await page.getByText('FLAGGED, +91 98765 00000, TIER_1K').waitFor()
  await page.getByText('Action needed').waitFor()
  await mustBeFine(owner, 'notices-of-a-channel')
  assert.deepEqual(owner.faults, [])
})

let count = 0
async function writes(text: string, fields: Partial<Incoming> = {}) {
  const at = new Date(Date.now() + count)
  const { message } = await samvad.app.database.transaction((tx) =>
    receive(
      tx,
      { organizationId, at },
      {
        channel: 'app',
        from: '+919876543210',
        name: 'Ravi',
        providerId: `wamid.${count++}`,
        content: { subject: null, text, html: null, attachments: [] },
        time: at,
        ...fields,
      },
    ),
  )
  return { id: message?.id as Uuid, conversation: message?.conversation_id as Uuid }
}

test('spec 7.170, 7.171: an answer quotes its message and leads there; what is gone, forwarded or from an ad is said to be', {
  skip,
}, async () => {
  const { page } = owner
  const first = await writes('A red sari, please')
  const gone = await writes('To be deleted')
  // Two pages of the thread: the first message replied to is not loaded.
  for (let i = 0; i < 60; i++) await writes(`Line ${i}`)
  const near = await writes('And one in green', {
    details: {
      referral: {
        source_type: 'ad',
        source_id: '1',
        source_url: 'https://fb.me/3cr4Wqqkv',
        headline: 'Saris from Pune',
        body: null,
        media_type: null,
        image_url: null,
        video_url: null,
        thumbnail_url: null,
        ctwa_clid: null,
        welcome_message: null,
      },
    },
  })
  await writes('No, in blue', { answersProviderId: 'wamid.0', details: { forwarded: 'often' } })
  await writes('That one with a border', { answersProviderId: `wamid.${count - 2}` })
  await writes('Never mind', { answersProviderId: 'wamid.1' })
  await writes('About the mirror', { answersProviderId: 'wamid.from-the-phone' })
  const asha = person(samvad)
  assert.equal((await asha.delete(`/v1/messages/${publicId('msg', gone.id)}`)).status, 204)
  const conversation = publicId('conv', first.conversation)
  await asha.post(`/v1/conversations/${conversation}/assign`, { user_id: ownerId })
  await owner.goWithin(`inbox/${conversation}`)

  await page.getByText('Reply to a deleted message').waitFor()
  await page.getByText('Reply to a message that isn’t stored here').waitFor()
  await page.getByText('Forwarded many times').waitFor()
  const ad = page.getByRole('link', { name: 'Saris from Pune' })
  assert.equal(await ad.getAttribute('href'), 'https://fb.me/3cr4Wqqkv')
  // Not loaded: its text is fetched separately, and shown in place.
  const far = page.getByRole('button', { name: /^Show the message this replies to.*A red sari, please$/ })
  await far.click()
  assert.equal(await far.getAttribute('aria-expanded'), 'true')
  // Loaded: pressing scrolls to it.
  await page.getByRole('button', { name: /^Show the message this replies to.*And one in green$/ }).click()
  const shown = page.locator(`[id="${publicId('msg', near.id)}"]`)
  await until(
    () => shown.boundingBox(),
    (box) => box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0),
  )
  await shown.getByText('And one in green').waitFor()
  await mustBeFine(owner, 'answers-in-the-inbox')
})
