// The rules of SMS.

import { readPhoneNumber } from '#messaging/contacts/rules.ts'
import { noAttachments } from '../attachment-limits.ts'
import { type Channel, identities, notOf, withoutBody } from '../channel.ts'

export const sms: Channel = {
  isInSegments: true,
  addressOf: ({ phone_number }) => phone_number,
  kindOf: () => ({ kind: 'sms' }),
  errorsIn: (content) => [
    ...noAttachments(content),
    ...withoutBody(content, 'text', 'template_id'),
    ...notOf(content, 'subject', 'html'),
  ],
  identitiesOf: (from) => identities(['phone_number', readPhoneNumber(from)]),
}
