// Examples of templates for the API contract.

import { organizationId } from '#people/organizations/examples.ts'

export const template = {
  id: 'tmpl_01jd3w0c5re2n8q4x5c6t7w8yz',
  name: 'order_sent',
  channel: 'email',
  language: 'en',
  category: 'utility',
  status: 'approved',
  version: 1,
  approved_version: 1,
  subject: 'Your order {{number}}',
  text: 'Dear {{name}}, order {{number}} leaves today.',
  html: null,
  variables: ['number', 'name'],
  registered_id: null,
  header: null,
  footer: null,
  buttons: [],
  reason: null,
  reason_details: [],
  created_at: 1767225600,
  updated_at: 1767225600,
}

export const draft = { ...template, status: 'draft', approved_version: null, updated_at: null }
export const submitted = { ...template, status: 'submitted', approved_version: null }
export const rejected = { ...submitted, status: 'rejected', reason: 'It does not say who sends it.' }
export const paused = { ...template, status: 'paused', approved_version: null }
export const queued = {
  ...submitted,
  channel: 'sms',
  organization_id: organizationId,
  organization_name: 'Asha Textiles',
  is_priority: true,
}
export const variables = { name: 'Ravi', number: '1042' }
