// Permissions as the API describes them, and the titles and descriptions of built-in roles.

import { permissionTexts } from './messages.ts'
import { type BuiltInRole, OPERATOR_PERMISSIONS, type Permission, permissions } from './rules.ts'

export const permissionGroups = ['money', 'organization', 'messages', 'developers', 'installation'] as const
export type PermissionGroup = (typeof permissionGroups)[number]

const groups: Readonly<Record<Permission, PermissionGroup>> = {
  'balance.view': 'money',
  'wallet.recharge': 'money',
  'invoices.download': 'money',
  'usage.view': 'money',
  'billing.manage': 'money',
  'organization.view': 'organization',
  'organization.manage': 'organization',
  'users.view': 'organization',
  'users.manage': 'organization',
  'roles.manage': 'organization',
  'tokens.manage': 'developers',
  'channels.view': 'messages',
  'channels.manage': 'messages',
  'templates.view': 'messages',
  'templates.manage': 'messages',
  'contacts.view': 'messages',
  'contacts.manage': 'messages',
  'groups.view': 'messages',
  'groups.manage': 'messages',
  'campaigns.view': 'messages',
  'campaigns.manage': 'messages',
  'campaigns.send': 'messages',
  'forms.view': 'messages',
  'forms.manage': 'messages',
  'submissions.view': 'messages',
  'domains.manage': 'messages',
  'conversations.view': 'messages',
  'conversations.manage': 'messages',
  'conversations.view_all': 'messages',
  'conversations.assign': 'messages',
  'messages.view': 'messages',
  'messages.send': 'messages',
  'messages.manage': 'messages',
  'sandbox.use': 'developers',
  'webhooks.manage': 'developers',
  'audit.view': 'organization',
  'templates.approve': 'installation',
  'installation.operate': 'installation',
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
  const [title, description] = permissionTexts.en[name]
  return { name, group: groups[name], title, description, for_operators: OPERATOR_PERMISSIONS.includes(name) }
})

export const builtInRoleWords: Readonly<Record<BuiltInRole, { title: string; description: string }>> = {
  owner: { title: 'Owner', description: 'Everything in the organization.' },
  admin: { title: 'Admin', description: 'Everything except recharging, managing billing and reading the audit log.' },
  billing: { title: 'Billing', description: 'Money, documents and usage.' },
  agent: { title: 'Agent', description: 'Their own conversations, contacts, groups and messages.' },
  viewer: { title: 'Viewer', description: 'Read-only access to all conversations.' },
}
