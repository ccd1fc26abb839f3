// What each tag of the contract is about, in the order of the document.

import type { TagDescriptions } from '#edge/openapi.ts'

export const tags: TagDescriptions = {
  Conversations: 'The container of the messages between the user of the token and a contact or a group.',
  Messages: 'What was written, to whom, at what price, and what became of it.',
  Attachments: 'Files that go with messages: uploaded before, named by the message.',
  Deliveries: 'What went to one recipient each, and of which nobody knows whether it left.',
  Contacts: 'The people at the other end, and their addresses on each channel.',
  Groups: 'Several contacts who share a conversation.',
  Campaigns: 'One message to everyone on lists, at a price that is known and reserved when it starts.',
  Imports: 'Files of contacts: looked at, read row by row, and what was wrong with them.',
  Channels: 'What an organization sends through: senders and provider accounts.',
  Search: 'Everything that the caller may see, by its words, its amount or its number, as a search box needs it.',
  Templates: 'What is written once and sent often, with variables, and who approved it.',
  Events: 'What changed, each change once: as a list, to be followed.',
  Webhooks: 'Addresses that are called with each event, in order, until they take it.',
  Notifications:
    'What members are told of what happened: the list, how each wants to be told, and where: browsers and a number.',
  Audit: 'Who did what to money, prices, team, tokens and settings.',
  Billing: 'The prepaid wallet: balance, transactions, recharges, invoices and prices.',
  'Price lists': 'What messages cost: for everybody, and for the organizations with a contract.',
  'Shared channels':
    'The accounts of the installation that all organizations send through that have none of their own, for its operators.',
  'Waiting list':
    'What was received and waits for a decision of the operator: inbound events that could not be processed, and messages to a shared account that are of no organization.',
  Gateways: 'The accounts of the installation with payment gateways, for its operators.',
  Installation: 'How the installation as a whole is, for its operators.',
  Organizations: 'Who owns everything, wallet included: its name and the business details on its invoices.',
  Users: 'The people and the service users of the organization, and what role each has.',
  Invitations: 'How a person comes into the organization: by a link that is mailed to their address.',
  'Service users': 'As whom programs act: a name and a role, no sign-in.',
  Roles: 'What the members of a role may do.',
  Tokens: 'Access tokens: shown once, bound to a user, revoked within 5 seconds everywhere.',
  Sandbox: 'What arrived at the sandbox, and writing as a contact, while the sandbox is on.',
  Contract: 'This document.',
}
