import type { ChannelDescription } from './description.ts'

export const sms = {
  name: { en: 'SMS', hi: 'SMS' },
  message: { en: 'SMS message', hi: 'SMS' },
  counted: ['SMS', 'SMS'],
  addressFields: ['phone_number'],
  priceKinds: { sms: { name: { en: 'SMS', hi: 'SMS' }, singular: 'SMS message', hasSegments: true } },
  enterpriseFrom: null,
  color: '#e0a03b',
} as const satisfies ChannelDescription
