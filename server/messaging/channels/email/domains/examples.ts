// Examples of sender domains for the API contract.

import type { SenderDomain } from './schema.ts'

export const senderDomain: SenderDomain = {
  id: 'sdom_01jd3v9k7he2n8q4x5c6t7w8yz',
  name: 'asha.example',
  status: 'pending',
  signs_with: null,
  sender: null,
  receives: [],
  records: [
    {
      purpose: 'proof',
      type: 'TXT',
      name: '_samvad.asha.example',
      value: 'samvad-proof=0f4c1f2b6c0d4e7a9b8c7d6e5f4a3b2c1d0e9f8a',
      required: true,
      state: 'unchecked',
    },
    {
      purpose: 'dkim',
      type: 'TXT',
      name: 'samvad-7d3f09ab._domainkey.asha.example',
      value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA',
      required: true,
      state: 'unchecked',
    },
  ],
  verified_at: null,
  checked_at: null,
  created_at: 1767225600,
}
