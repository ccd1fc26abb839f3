// The rules of SMS.

import { readPhoneNumber } from '#messaging/contacts/rules.ts'
import { noAttachments } from '../attachment-limits.ts'
import { type ChannelRules, identities, notOf, withoutBody } from '../channel.ts'

export const smsRules: ChannelRules = {
  // India's rules for SMS (TCCCPR 2018) have other names for the categories; the meanings are the same.
  templates: {
    needsApproval: true,
    categories: {
      marketing: 'promotional',
      utility: 'service',
      authentication: 'transactional',
      promotional: 'promotional',
      transactional: 'transactional',
      service: 'service',
    },
    name: null,
    textMax: null,
    isRegistered: true,
    takesLines: false,
  },
  consentColumn: /^sms (?:consent|opt in|subscribed)$/u,
  hasKeywords: true,
  addressOf: ({ phone_number }) => phone_number,
  kindOf: () => ({ kind: 'sms' }),
  errorsIn: (content) => [
    ...noAttachments(content),
    ...withoutBody(content, 'text', 'template_id'),
    ...notOf(content, 'subject', 'html'),
  ],
  identitiesOf: (from) => identities(['phone_number', readPhoneNumber(from)]),
}
