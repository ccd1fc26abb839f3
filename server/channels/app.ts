import type { ChannelDescription } from './description.ts'

export const app = {
  name: { en: 'app', hi: 'ऐप' },
  message: { en: 'app message', hi: 'ऐप संदेश' },
  counted: ['app message', 'app messages'],
  // The contact's phone number in the app, or the app's own id for the contact.
  addressFields: ['phone_number', 'app_id'],
  priceKinds: {
    app_session: {
      name: { en: 'App session messages', hi: 'ऐप सेशन संदेश' },
      singular: 'app session message',
    },
    app_template: {
      name: { en: 'App template messages', hi: 'ऐप टेम्पलेट संदेश' },
      singular: 'app template message',
      inSession: 'app_session',
    },
  },
  enterpriseFrom: 50_000n,
  color: '#3aa394',
} as const satisfies ChannelDescription
