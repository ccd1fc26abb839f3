// Examples of form domains for the API contract.

import { listed } from '#forms/definitions/examples.ts'
import type { FormDomain } from './schema.ts'

export const pending: FormDomain = {
  id: 'dom_01jd3v9k7he2n8q4x5c6t7w8yz',
  name: 'forms.asha.example',
  display_name: 'forms.asha.example',
  status: 'pending',
  url: 'https://forms.asha.example',
  form_id: null,
  record: {
    type: 'TXT',
    name: '_samvad-forms.forms.asha.example',
    value: 'samvad-forms-proof=0f4c1f2b6c0d4e7a9b8c7d6e5f4a3b2c1d0e9f8a',
    state: 'unchecked',
  },
  verified_at: null,
  checked_at: null,
  proof_missing_since: null,
  proof_missing_until: null,
  created_at: 1767225600,
  serving: 'nothing',
}

export const verified: FormDomain = {
  ...pending,
  status: 'verified',
  form_id: listed.id,
  record: { ...pending.record, state: 'found' },
  verified_at: 1767229200,
  checked_at: 1767229200,
  serving: 'forms',
}
