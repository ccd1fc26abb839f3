// Titles and descriptions of permissions and built-in roles.

import { type BuiltInRole, OPERATOR_PERMISSIONS, type Permission, permissions } from './rules.ts'

export const permissionGroups = ['money', 'organization', 'messages', 'developers', 'installation'] as const
export type PermissionGroup = (typeof permissionGroups)[number]

type Words = readonly [group: PermissionGroup, title: string, description: string]

const words: Readonly<Record<Permission, Words>> = {
  'balance.view': ['money', 'View the balance', 'The balance, transactions, recharges and refunds.'],
  'wallet.recharge': ['money', 'Recharge the wallet', 'Add money, and retry failed payments.'],
  'invoices.download': ['money', 'Download invoices', 'Invoices, usage statements and credit notes.'],
  'usage.view': ['money', 'View usage', 'Usage reports, monthly summaries and message logs.'],
  'billing.manage': ['money', 'Manage billing', 'Auto-recharge, business details on invoices, and refund requests.'],
  'organization.view': ['organization', 'View the organization', 'Its name and message prices.'],
  'organization.manage': ['organization', 'Manage the organization', 'Rename the organization.'],
  'users.view': ['organization', 'View the team', 'Members, service users and their roles.'],
  'users.manage': ['organization', 'Manage the team', 'Invite, edit and remove members and service users.'],
  'roles.manage': ['organization', 'Manage roles', 'Create, edit and delete custom roles.'],
  'tokens.manage': [
    'developers',
    'Manage access tokens',
    'Create and revoke your own access tokens. With “Manage the team”, all access tokens.',
  ],
  'channels.view': ['messages', 'View channels', 'Provider accounts, sender domains and their health.'],
  'channels.manage': ['messages', 'Manage channels', 'Add, test and remove provider accounts and sender domains.'],
  'templates.view': ['messages', 'View templates', 'Templates, their versions and approval status.'],
  'templates.manage': ['messages', 'Manage templates', 'Write, submit, pause and delete templates.'],
  'contacts.view': ['messages', 'View contacts', 'Contacts, their addresses and consents.'],
  'contacts.manage': ['messages', 'Manage contacts', 'Add, edit and delete contacts, and record consent.'],
  'groups.view': ['messages', 'View groups', 'Groups and their members.'],
  'groups.manage': ['messages', 'Manage groups', 'Create, edit and delete groups.'],
  'conversations.view': ['messages', 'View conversations', 'Your own conversations.'],
  'conversations.manage': ['messages', 'Manage conversations', 'Start, pin, mute, archive and delete conversations.'],
  'conversations.view_all': ['messages', 'View everyone’s conversations', 'Conversations of all members.'],
  'conversations.assign': ['messages', 'Assign conversations', 'Hand a conversation over to another member.'],
  'messages.view': ['messages', 'View messages', 'Messages in the conversations you can see.'],
  'messages.send': ['messages', 'Send messages', 'Write and send messages. Each one is charged to the wallet.'],
  'messages.manage': [
    'messages',
    'Manage messages',
    'Delete messages, and resolve deliveries with an unknown outcome.',
  ],
  'sandbox.use': ['developers', 'Use the sandbox', 'View messages in the sandbox, and reply as a contact.'],
  'webhooks.manage': ['developers', 'Manage webhooks', 'Endpoints, secrets, deliveries and replays.'],
  'audit.view': [
    'organization',
    'View the audit log',
    'Changes to money, prices, team, access tokens and settings, and who made them.',
  ],
  'templates.approve': ['installation', 'Approve templates', 'Approve or reject templates of all organizations.'],
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
  admin: { title: 'Admin', description: 'Everything except recharging, managing billing and reading the audit log.' },
  billing: { title: 'Billing', description: 'Money, documents and usage.' },
  agent: { title: 'Agent', description: 'Their own conversations, contacts, groups and messages.' },
  viewer: { title: 'Viewer', description: 'Read-only access to all conversations.' },
}
