// The rules of the app channel.

import { readLine, readPhoneNumber } from '#messaging/contacts/rules.ts'
import { appAttachmentFaults } from '../attachment-limits.ts'
import { type Channel, hasBody, identities, notOf } from '../channel.ts'

/** spec 8.9: the session message window. */
export const SESSION_WINDOW_MS = 24 * 3600 * 1000

export const app: Channel = {
  addressOf: ({ app_id, phone_number }) => app_id ?? phone_number,
  kindOf(contact, { template_id }, at) {
    const age =
      contact.last_inbound_at === null ? Number.POSITIVE_INFINITY : at.getTime() - contact.last_inbound_at.getTime()
    if (age <= SESSION_WINDOW_MS) return { kind: 'app_session' }
    return template_id === null ? { refusal: 'session_window_closed' } : { kind: 'app_template' }
  },
  faultsOf: (content) => [
    ...(hasBody(content) ? [] : [['text', 'give text, a template or an attachment'] as [string, string]]),
    ...appAttachmentFaults(content),
    ...notOf(content, 'subject', 'html'),
  ],
  // The app's own id, or the phone number that it knows the contact by.
  identitiesOf: (from) => identities(['phone_number', readPhoneNumber(from)], ['app_id', readLine(from)]),
}
