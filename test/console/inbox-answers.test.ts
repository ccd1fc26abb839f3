// What a message of the app answers, in the inbox: a quote that leads to the answered message, and what the app says
// besides of a message.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import type { Incoming } from '#messaging/channels/arrivals/arrived.ts'
import { receive } from '#messaging/inbound/actions.ts'
import { publicId, startSamvad } from '../harness.ts'
import { until } from '../mail-story.ts'
import { person } from '../story.ts'
import { mustBeFine, openConsole, whyNoBrowser } from './console.ts'

const WAIT_MS = 30_000
const samvad = await startSamvad()
const { organizationId } = samvad.company

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
  skip: whyNoBrowser,
}, async () => {
  const { signIn } = await openConsole(samvad)
  const visitor = await signIn('owner')
  const { page } = visitor
  page.setDefaultTimeout(WAIT_MS)
  const first = await writes('A red sari, please')
  const gone = await writes('To be deleted')
  // Two pages of the thread: what was answered first is not loaded.
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
  const { user } = await (await page.request.get(`${samvad.url}/console/session`)).json()
  const conversation = publicId('conv', first.conversation)
  await asha.post(`/v1/conversations/${conversation}/assign`, { user_id: user.id })
  await visitor.go(`inbox/${conversation}`)

  await page.getByText('Answers a message that was deleted').waitFor()
  await page.getByText('Answers a message that is not stored here').waitFor()
  await page.getByText('Forwarded many times').waitFor()
  const ad = page.getByRole('link', { name: 'Saris from Pune' })
  assert.equal(await ad.getAttribute('href'), 'https://fb.me/3cr4Wqqkv')
  // Not loaded: its text is read by itself, and shown in place.
  const far = page.getByRole('button', { name: /^Show the answered message.*A red sari, please$/ })
  await far.click()
  assert.equal(await far.getAttribute('aria-expanded'), 'true')
  // Loaded: pressed, it is in sight.
  await page.getByRole('button', { name: /^Show the answered message.*And one in green$/ }).click()
  const shown = page.locator(`[id="${publicId('msg', near.id)}"]`)
  await until(
    () => shown.boundingBox(),
    (box) => box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0),
  )
  await shown.getByText('And one in green').waitFor()
  await mustBeFine(visitor, 'answers-in-the-inbox')
})
