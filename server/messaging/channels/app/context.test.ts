// A message's context in Meta's webhook, besides its content.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextOf } from './context.ts'

test('spec 7.170: a message says which one it answers, whether it was forwarded, and which product it is about', () => {
  const contexts: [context: unknown, read: object][] = [
    [{ from: '919876500000', id: 'wamid.ours' }, { answersProviderId: 'wamid.ours' }],
    [{ forwarded: true }, { details: { forwarded: 'once' } }],
    [{ forwarded: true, frequently_forwarded: true }, { details: { forwarded: 'often' } }],
    [
      { from: '919876500000', id: 'wamid.ours', referred_product: { catalog_id: '7', product_retailer_id: 'S-1' } },
      { answersProviderId: 'wamid.ours', details: { product: { catalog_id: '7', product_retailer_id: 'S-1' } } },
    ],
    [{ forwarded: 'true', id: 7, referred_product: { catalog_id: '7' } }, {}],
    [{ id: 'x'.repeat(201) }, {}],
    ['constructor', {}],
  ]
  for (const [context, expected] of contexts) {
    const { answersProviderId, details } = contextOf({ context })
    const found = { ...(answersProviderId && { answersProviderId }), ...(details && { details }) }
    assert.deepEqual(found, expected, JSON.stringify(context))
  }
})

test('spec 7.171: a message that an ad led to says which', () => {
  const none = {
    source_type: null,
    source_id: null,
    source_url: null,
    headline: null,
    body: null,
    media_type: null,
    image_url: null,
    video_url: null,
    thumbnail_url: null,
    ctwa_clid: null,
    welcome_message: null,
  }
  const ad = { source_type: 'ad', source_id: '120226305854810726', source_url: 'https://fb.me/3cr4Wqqkv' }
  const shown = { headline: 'Chat with us', body: 'Saris', media_type: 'image', image_url: 'https://ad.example/1.jpg' }
  const referrals: [given: unknown, read: object | undefined][] = [
    [
      { ...ad, ...shown, ctwa_clid: 'Aff-n8ZT', welcome_message: { text: 'Hello!' } },
      { ...none, ...ad, ...shown, ctwa_clid: 'Aff-n8ZT', welcome_message: 'Hello!' },
    ],
    // Meta sends no click id for an ad in the status.
    [ad, { ...none, ...ad }],
    [
      { ...ad, ctwa_clid: 'x'.repeat(2001), body: 'x'.repeat(5000) },
      { ...none, ...ad, body: 'x'.repeat(4000) },
    ],
    [{ source_id: 7, constructor: 'x' }, undefined],
    ['constructor', undefined],
  ]
  for (const [referral, expected] of referrals) assert.deepEqual(contextOf({ referral }).details?.referral, expected)
})
