// The description of the pager channel, as in server/channels.

import type { ChannelDescription } from '#channels/description.ts'

export const pager = {
  name: { en: 'pager', hi: 'पेजर' },
  message: { en: 'pager message', hi: 'पेजर संदेश' },
  counted: ['page', 'pages'],
  addressFields: ['phone_number'],
  priceKinds: {
    pager: { name: { en: 'Pager', hi: 'पेजर' }, singular: 'pager message', hasSegments: true },
  },
  enterpriseFrom: 3n,
  color: '#7a3fa3',
} as const satisfies ChannelDescription
