// Examples for the API contract: the mail to the customer, in the sandbox.

import { unknown } from '#messaging/resolutions/examples.ts'

export const settings = { channel: 'email', receipts: 'automatic', fail_next: '550 5.1.1' }

const sent = { ...unknown, status: 'sent', error: null, sent_at: 1767225662 }
export const delivered = { ...sent, status: 'delivered', delivered_at: 1767225720 }
