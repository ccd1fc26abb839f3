// Reasons of suppressed addresses, unless a person or provider gave their own words.

import type { Texts } from '../texts.ts'

const en = {
  complained_to_mail_provider: ({ type }: { type: string }) =>
    `The recipient reported the mail to their mail provider (${type}).`,
  unsubscribed_at_provider: 'The recipient unsubscribed at the mail provider.',
  unsubscribed_by_mail: 'The recipient unsubscribed by mail.',
}

const hi: Texts<typeof en> = {
  complained_to_mail_provider: ({ type }) => `पाने वाले ने अपने मेल प्रदाता से शिकायत की (${type})।`,
  unsubscribed_at_provider: 'पाने वाले ने मेल प्रदाता पर अनसब्सक्राइब किया।',
  unsubscribed_by_mail: 'पाने वाले ने मेल भेजकर अनसब्सक्राइब किया।',
}

export const suppressions = { en, hi }
