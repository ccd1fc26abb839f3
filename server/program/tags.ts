// The description of each tag of the contract, in the order of the document.

import type { TagDescriptions } from '#edge/openapi.ts'

export const tags: TagDescriptions = {
  Conversations: 'A conversation contains the messages exchanged with one contact or group, and is assigned to a user.',
  Messages: 'Sent and received messages, with their recipients, price and delivery status.',
  Attachments: 'Files for messages. Upload a file first, then send a message with its ID.',
  Deliveries: 'A delivery is one message to one recipient. You can resolve a delivery whose outcome is unknown.',
  Contacts: 'People you exchange messages with, and their addresses on each channel.',
  Groups: 'A group is several contacts that share a conversation.',
  Campaigns:
    'A campaign sends one message to everyone on lists and in segments. Its price is known and reserved at the start.',
  Forms: 'A form is a page that anybody can fill in. Its submissions become contacts, consents and conversations.',
  Submissions: 'What people submitted in forms: answers, files, and what became of them.',
  Imports: 'Imports of contacts from files, with the errors of each row.',
  Channels: 'Provider accounts and sender domains that an organization sends through.',
  Search: 'Search across everything that the caller can view, by text, amount or number.',
  Templates: 'Reusable message texts with variables, and their approval.',
  Events: 'A record of every change, as a list and as a stream.',
  Webhooks: 'Endpoints that receive every event in order, with retries until they accept it.',
  Notifications: 'Notifications for members: the list, preferences, subscribed browsers and the number for SMS.',
  Audit: 'Who changed money, prices, team, access tokens and settings.',
  Billing: 'The prepaid wallet: balance, transactions, recharges, invoices and prices.',
  'Price lists': 'Prices of messages: the default price list, and custom price lists of organizations.',
  'Plan lists': 'Prices of the plans: the default plan list, and custom plan lists of organizations.',
  'Shared channels':
    "For operators: the installation's channel accounts, which organizations without their own account send through.",
  'Waiting list':
    'For operators: inbound events that could not be processed, and messages to a shared account that belong to no organization. Both await a decision.',
  Gateways: "For operators: the installation's accounts with payment gateways.",
  Installation: 'For operators: the status of the installation, and checks of its data.',
  Organizations: 'An organization has its own members, contacts, messages and wallet.',
  Users: 'People and service users of an organization, and their roles.',
  Invitations: 'People join an organization by invitation, with a link sent by email.',
  'Service users': 'Users for programs. They have a name and a role, and cannot sign in.',
  Roles: 'Built-in and custom roles, and their permissions.',
  Tokens: 'Access tokens for the API. A token belongs to one user, is shown only once, and can be revoked.',
  Sandbox: 'While the sandbox is on: messages that the sandbox received, and sending messages as a contact.',
  Contract: 'This API contract as an OpenAPI document.',
}
