// Examples for the API contract: a shop's feedback form.

import { list } from '#messaging/contacts/examples.ts'
import { organizationId } from '#people/organizations/examples.ts'

const fields = [
  {
    key: 'full_name',
    type: 'short_text',
    label: { en: 'Your name', hi: 'आपका नाम' },
    required: true,
    map_to: 'display_name',
  },
  { key: 'email', type: 'email', label: { en: 'Email', hi: 'ईमेल' }, map_to: 'email' },
  { key: 'stars', type: 'rating', label: { en: 'How was your order?', hi: 'आपका ऑर्डर कैसा रहा?' }, required: true },
  {
    key: 'problem',
    type: 'long_text',
    label: { en: 'What went wrong?', hi: 'क्या ग़लत हुआ?' },
    show_if: { field: 'stars', before: 3 },
  },
  {
    key: 'offers',
    type: 'consent',
    label: { en: 'Offers by email', hi: 'ईमेल पर ऑफ़र' },
    text: { en: 'Send me offers by email.', hi: 'मुझे ईमेल पर ऑफ़र भेजें।' },
    channels: ['email'],
  },
]

const settings = {
  languages: ['en', 'hi'],
  default_language: 'en',
  list_ids: [list.id],
  theme: { accent: '#0b5fff' },
}

export const written = { name: 'Feedback', slug: 'feedback-2026', fields, settings }

export const event = {
  id: 'form_01jd3y0c5re2n8q4x5c6t7w8yz',
  name: 'Feedback',
  slug: 'feedback-2026',
  domain_id: null,
  submissions_kept_days: null,
  status: 'draft',
  version: null,
  has_unpublished_changes: true,
  suspended_at: null,
  suspension_reason: null,
  submission_count: 0,
  created_at: 1767225600,
  updated_at: 1767225600,
  published_at: null,
}

export const listed = { ...event, url: 'https://samvad.example/f/feedback-2026', view_count: 0 }
export const form = { ...listed, fields, settings }
const isPublished = { status: 'published', version: 1, has_unpublished_changes: false, published_at: 1767225700 }
export const published = { ...form, ...isPublished, updated_at: 1767225700 }
export const unpublished = { ...published, status: 'unpublished' }
export const suspended = {
  ...listed,
  ...isPublished,
  suspended_at: 1767225800,
  suspension_reason: 'It imitates the form of a bank.',
}

export const listedVersion = {
  version: 1,
  name: 'Feedback',
  published_by: 'user_01jd3v9k7he2n8q4x5c6t7w8yz',
  published_at: 1767225700,
}
export const version = { ...listedVersion, fields, settings }
export const address = {
  organization_id: organizationId,
  organization_name: 'Asha Textiles',
  is_priority: false,
  form: suspended,
}
