import type { ChannelDescription } from './description.ts'

export const email = {
  name: { en: 'email', hi: 'ईमेल' },
  message: { en: 'email message', hi: 'ईमेल' },
  counted: ['email', 'emails'],
  addressFields: ['email'],
  priceKinds: { email: { name: { en: 'Email', hi: 'ईमेल' }, singular: 'email message' } },
  enterpriseFrom: 100_000n,
  color: '#0b5d57',
} as const satisfies ChannelDescription
