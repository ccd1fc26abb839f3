// Examples for the API description: an import of contacts.

import { contact, list } from '#messaging/contacts/examples.ts'

const mapping = { Name: 'display_name', 'E-mail': 'email', City: 'attributes.city' }
const attachment_id = 'att_01jd3v9k2me2n8q4x5c6t7w8yz'

export const asked = { attachment_id, list_id: list.id, mapping, existing: 'update', consent_channels: ['email'] }

export const queued = {
  id: 'imp_01jd3v9k2ne2n8q4x5c6t7w8yz',
  status: 'queued',
  progress: 0,
  filename: 'farmers.csv',
  size: 5242,
  user_id: contact.owner_id,
  list_id: list.id,
  mapping,
  existing: 'update',
  match_by: ['email', 'phone_number', 'app_id'],
  country: 'IN',
  consent_channels: ['email'],
  header_row: 1,
  rows: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  error: null,
  error_detail: null,
  error_details: [],
  errors_url: null,
  created_at: 1767225000,
  ended_at: null,
  expires_at: 1767829800,
}

export const completed = {
  ...queued,
  status: 'completed',
  progress: 100,
  rows: 100,
  created: 90,
  updated: 8,
  failed: 2,
  errors_url: `https://samvad.example/v1/imports/${queued.id}/errors`,
  ended_at: 1767225002,
  expires_at: 1767829802,
}

export const preview = {
  filename: queued.filename,
  size: queued.size,
  encoding: 'utf-8',
  delimiter: ',',
  has_header: true,
  header_row: 1,
  columns: [
    { name: 'Name', suggested: 'display_name' },
    { name: 'E-mail', suggested: 'email' },
    { name: 'City', suggested: null },
  ],
  rows: [['Ravi', 'ravi@company.example', 'Pune']],
}

export const previewed = { attachment_id }
