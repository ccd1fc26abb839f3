// The rules of SMS.

import { readPhoneNumber } from '#messaging/contacts/rules.ts'
import { noAttachments } from '../attachment-limits.ts'
import { type Channel, hasBody, identities, notOf } from '../channel.ts'

export const sms: Channel = {
  isInSegments: true,
  addressOf: ({ phone_number }) => phone_number,
  kindOf: () => ({ kind: 'sms' }),
  faultsOf: (content) => [
    ...noAttachments(content),
    ...(hasBody(content) ? [] : [['text', 'give text or a template'] as [string, string]]),
    ...notOf(content, 'subject', 'html'),
  ],
  identitiesOf: (from) => identities(['phone_number', readPhoneNumber(from)]),
}
