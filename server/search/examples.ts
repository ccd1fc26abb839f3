// Examples for the API contract: a search for a name.

import { foundContact, foundConversation } from '#messaging/search/examples.ts'

const page = (one: object) => ({ has_more: false, data: [one] })
const none = { has_more: false, data: [] }

export const foundEverything = {
  contacts: page(foundContact),
  groups: none,
  conversations: page(foundConversation),
  messages: none,
  templates: none,
  lists: page({
    id: 'list_01jd3v9k4be2n8q4x5c6t7w8yz',
    name: 'Ravi Traders, wholesale',
    description: null,
    contact_count: 214,
    matches: { name: [{ start: 0, end: 4 }] },
  }),
  segments: none,
  campaigns: none,
  forms: none,
  submissions: none,
  invoices: none,
  transactions: none,
  members: none,
  webhook_endpoints: none,
}
