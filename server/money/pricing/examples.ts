// Examples for the API contract: a contract's price list and the default one.

import { organizationId } from '#people/organizations/examples.ts'

export const priceList = {
  name: 'Asha Textiles 2026',
  organization_id: organizationId,
  effective_from: 1775001600,
  sms_unit: 'message',
  prices: {
    email: {
      mode: 'volume',
      tiers: [
        { up_to: 100_000, price: '0.09' },
        { up_to: null, price: '0.0725' },
      ],
    },
    app_session: { mode: 'graduated', tiers: [{ up_to: null, price: '0.42' }] },
    app_template: { mode: 'graduated', tiers: [{ up_to: null, price: '0.61' }] },
    sms: { mode: 'graduated', tiers: [{ up_to: null, price: '0.20' }] },
  },
}
const { name, organization_id, effective_from, sms_unit, prices } = priceList

/** With the tiers as shown: each includes its start. */
export const pricesInForce = {
  id: 'plist_01jd3vd1x9e2n8q4x5c6t7w8yz',
  name,
  currency: 'INR',
  effective_from,
  sms_unit,
  prices: {
    email: {
      mode: prices.email.mode,
      tiers: [
        { from: 1, up_to: 100_000, price: '0.09' },
        { from: 100_001, up_to: null, price: '0.0725' },
      ],
    },
    app_session: { mode: 'graduated', tiers: [{ from: 1, up_to: null, price: '0.42' }] },
    app_template: { mode: 'graduated', tiers: [{ from: 1, up_to: null, price: '0.61' }] },
    sms: { mode: 'graduated', tiers: [{ from: 1, up_to: null, price: '0.20' }] },
  },
}

export const publishedPriceList = { ...pricesInForce, organization_id, published_at: 1767226200 }

/** 12,000 emails after the first one, at the public prices. */
export const estimate = {
  channel: 'email',
  kind: 'email',
  price_list_id: 'plist_0000000000e008000000000001',
  mode: 'graduated',
  month: '2026-01',
  already_sent: 1,
  count: 12_000,
  segments: null,
  encoding: null,
  unit: 'message',
  currency: 'INR',
  lines: [
    { tier: 1, from: 2, to: 10_000, count: 9_999, price: '0.15', amount: '1499.85' },
    { tier: 2, from: 10_001, to: 12_001, count: 2_001, price: '0.12', amount: '240.12' },
  ],
  total: '1739.97',
  credit: null,
}
