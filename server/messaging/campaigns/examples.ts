// Examples for the API description: a campaign to the farmers of Pune.

import { contact, list } from '#messaging/contacts/examples.ts'
import { template } from '#messaging/templates/examples.ts'

export const draft = {
  name: 'Monsoon offer',
  channel: 'email',
  template_id: template.id,
  list_ids: [list.id],
  variables: { name: { attribute: 'display_name', fallback: 'friend' }, number: '1042' },
  max_per_minute: 600,
}

export const campaign = {
  ...draft,
  id: 'camp_01jd3y0c5re2n8q4x5c6t7w8yz',
  status: 'draft',
  pause_reasons: [],
  template_version: null,
  subject: null,
  text: null,
  html: null,
  segment_ids: [],
  exclude_list_ids: [],
  scheduled_at: null,
  quiet_hours: null,
  track: false,
  reserved: '0.00',
  currency: 'INR',
  created_at: 1767225600,
  started_at: null,
  ended_at: null,
}

export const running = {
  ...campaign,
  status: 'running',
  template_version: 1,
  reserved: '150.00',
  started_at: 1767225700,
}
export const paused = { ...running, status: 'paused', pause_reasons: ['user'] }
export const cancelled = { ...running, status: 'cancelled', reserved: '0.00', ended_at: 1767226000 }

export const listed = { ...running, recipients: 1000, sent: 80, cost: '15.00' }

export const report = {
  ...running,
  counts: {
    recipients: 1000,
    waiting: 900,
    skipped: 12,
    queued: 20,
    sent: 80,
    delivered: 0,
    read: 0,
    failed: 0,
    undelivered: 0,
    cancelled: 0,
    bounced: 0,
    unsubscribed: 0,
    complained: 0,
    replied: 0,
  },
  engagement: null,
  buttons: [],
  rate: 80,
  cost: '15.00',
  skipped: [{ reason: 'recipient_unsubscribed', count: 12 }],
  not_delivered: [],
  charges: [{ tier: 1, price: '0.15', count: 100, amount: '15.00' }],
}

const previewed = {
  contact_id: contact.id,
  display_name: contact.display_name,
  address: contact.email,
  skip_reason: null,
  variables: { name: contact.display_name, number: '1042' },
  fallbacks: [],
  subject: 'Your order 1042',
  text: `Dear ${contact.display_name}, order 1042 leaves today.`,
  html: null,
  header: null,
  footer: null,
  buttons: [],
  sms: null,
  price: '0.15',
  units: 1,
}
export const preview = {
  data: [
    { ...previewed, kind: 'first' },
    { ...previewed, kind: 'longest' },
  ],
}

export const recipient = {
  number: 1,
  contact_id: contact.id,
  display_name: contact.display_name,
  address: contact.email,
  list_id: list.id,
  status: 'queued',
  reason: null,
  delivery_id: 'dlv_01jd3y0c5re2n8q4x5c6t7w8yz',
}

export const days = {
  data: [
    {
      day: '2026-01-01',
      sent: 80,
      delivered: 0,
      read: 0,
      failed: 0,
      undelivered: 0,
      cancelled: 0,
      replied: 0,
      unsubscribed: 0,
      complained: 0,
      opened: null,
      clicked: null,
      amount: '15.00',
    },
  ],
}

export const estimate = {
  recipients: 1000,
  unreachable: [{ reason: 'recipient_unsubscribed', count: 12 }],
  units: 1000,
  total: '150.00',
  currency: 'INR',
  balance: '1000.00',
  available_credits: '1000.00',
  shortfall: '0.00',
  finishes_at: 1767225700,
  tiers: [{ tier: 1, from: 1, to: 1000, count: 1000, price: '0.15', amount: '150.00' }],
}

export const test = { contact_id: contact.id }
