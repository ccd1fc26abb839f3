// What people read of permissions and built-in roles: for a grid of roles.

import { type BuiltInRole, OPERATOR_PERMISSIONS, type Permission, permissions } from './rules.ts'

export const permissionGroups = ['money', 'organization', 'messages', 'developers', 'installation'] as const
export type PermissionGroup = (typeof permissionGroups)[number]

type Words = readonly [group: PermissionGroup, title: string, description: string]

const words: Readonly<Record<Permission, Words>> = {
  'balance.view': ['money', 'See the balance', 'The balance, transactions, recharges and refunds.'],
  'wallet.recharge': ['money', 'Recharge the wallet', 'Add money by payment, and retry a payment that failed.'],
  'invoices.download': ['money', 'Download invoices', 'Invoices, usage statements and credit notes.'],
  'usage.view': ['money', 'See usage', 'Usage reports, monthly summaries and logs of messages.'],
  'billing.manage': ['money', 'Manage billing', 'Auto-recharge, the business details on invoices, asking for refunds.'],
  'organization.view': ['organization', 'See the organization', 'Its name and what messages cost it.'],
  'organization.manage': ['organization', 'Manage the organization', 'Rename the organization.'],
  'users.view': ['organization', 'See the team', 'Members, service users and their roles.'],
  'users.manage': ['organization', 'Manage the team', 'Invite, change and remove members and service users.'],
  'roles.manage': ['organization', 'Manage roles', 'Make, change and delete custom roles.'],
  'tokens.manage': ['developers', 'Manage tokens', 'Make and revoke own access tokens; those of all with the team.'],
  'channels.view': ['messages', 'See channels', 'What messages are sent through, and how well it works.'],
  'channels.manage': ['messages', 'Manage channels', 'Set, test and remove provider accounts and sender domains.'],
  'templates.view': ['messages', 'See templates', 'Templates, their versions and whether they are approved.'],
  'templates.manage': ['messages', 'Manage templates', 'Write, submit, pause and delete templates.'],
  'contacts.view': ['messages', 'See contacts', 'Contacts, their addresses and what they consented to.'],
  'contacts.manage': ['messages', 'Manage contacts', 'Add, change and delete contacts, record consent.'],
  'groups.view': ['messages', 'See groups', 'Groups and who is in them.'],
  'groups.manage': ['messages', 'Manage groups', 'Make, change and delete groups.'],
  'conversations.view': ['messages', 'See conversations', 'The own conversations.'],
  'conversations.manage': ['messages', 'Manage conversations', 'Begin, pin, mute, archive and delete conversations.'],
  'conversations.view_all': ['messages', "See everybody's conversations", 'The conversations of all members.'],
  'conversations.assign': ['messages', 'Assign conversations', 'Hand a conversation over to another member.'],
  'messages.view': ['messages', 'See messages', 'What was written in the conversations that one sees.'],
  'messages.send': ['messages', 'Send messages', 'Write and send; each message is paid from the wallet.'],
  'messages.manage': ['messages', 'Manage messages', 'Delete messages, and settle deliveries of which nobody knows.'],
  'sandbox.use': ['developers', 'Use the sandbox', 'See what arrived at the sandbox, and write as a contact.'],
  'webhooks.manage': ['developers', 'Manage webhooks', 'Endpoints, their secrets, what was sent to them, replays.'],
  'audit.view': ['organization', 'See the audit log', 'Who did what to money, prices, team, tokens and settings.'],
  'templates.approve': ['installation', 'Approve templates', 'Decide on templates of all organizations.'],
  'installation.operate': [
    'installation',
    'Operate the installation',
    'Organizations, price lists, refunds, credits, gateways and the health of the installation.',
  ],
}

export interface DescribedPermission {
  name: Permission
  group: PermissionGroup
  title: string
  description: string
  for_operators: boolean
}

/** In the order of the list. */
export const describedPermissions: readonly DescribedPermission[] = permissions.map((name) => {
  const [group, title, description] = words[name]
  return { name, group, title, description, for_operators: OPERATOR_PERMISSIONS.includes(name) }
})

export const builtInRoleWords: Readonly<Record<BuiltInRole, { title: string; description: string }>> = {
  owner: { title: 'Owner', description: 'Everything in the organization.' },
  admin: { title: 'Admin', description: 'Everything but recharging, managing billing and reading the audit log.' },
  billing: { title: 'Billing', description: 'Money, documents and usage.' },
  agent: { title: 'Agent', description: 'The own conversations, contacts, groups and messages.' },
  viewer: { title: 'Viewer', description: "Sees conversations, everybody's too, and changes nothing." },
}
