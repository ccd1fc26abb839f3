// Permissions by group, with their names and descriptions from the service.

import { permissionTexts } from '#people/access/messages.ts'

export const permissionGroups = {
  money: ['balance.view', 'wallet.recharge', 'invoices.download', 'usage.view', 'billing.manage'],
  organization: ['organization.view', 'organization.manage', 'audit.view'],
  team: ['users.view', 'users.manage', 'roles.manage'],
  conversations: [
    'conversations.view',
    'conversations.view_all',
    'conversations.manage',
    'conversations.assign',
    'messages.view',
    'messages.send',
    'messages.manage',
  ],
  contacts: ['contacts.view', 'contacts.manage', 'groups.view', 'groups.manage'],
  templates: ['templates.view', 'templates.manage'],
  forms: ['forms.view', 'forms.manage', 'submissions.view', 'domains.manage'],
  campaigns: ['campaigns.view', 'campaigns.manage', 'campaigns.send'],
  channels: ['channels.view', 'channels.manage'],
  developers: ['tokens.manage', 'webhooks.manage', 'sandbox.use'],
  installation: ['templates.approve', 'installation.operate'],
} as const

const en = {
  groups: {
    money: 'Money',
    organization: 'Organization',
    team: 'Team',
    conversations: 'Conversations and messages',
    contacts: 'Contacts and groups',
    templates: 'Templates',
    forms: 'Forms',
    campaigns: 'Campaigns',
    channels: 'Channels',
    developers: 'Developers',
    installation: 'Installation',
  },
  other: 'Other',
  lacking: 'You don’t have this permission, so you can’t grant it.',
  needs: (what: string, name: string) => `${what} needs the permission “${name}”. Owners and admins have it.`,
  chosen: (count: number, all: number) => `${count} of ${all}`,
  all: 'Select all',
  none: 'Clear all',
  names: permissionTexts.en as Record<string, readonly [title: string, description: string]>,
}

const hi: typeof en = {
  groups: {
    money: 'पैसा',
    organization: 'संगठन',
    team: 'टीम',
    conversations: 'बातचीत और संदेश',
    contacts: 'संपर्क और समूह',
    templates: 'टेम्पलेट',
    forms: 'फ़ॉर्म',
    campaigns: 'कैंपेन',
    channels: 'चैनल',
    developers: 'डेवलपर',
    installation: 'इंस्टॉलेशन',
  },
  other: 'अन्य',
  lacking: 'यह अनुमति आपके पास नहीं है, इसलिए आप इसे दे नहीं सकते।',
  needs: (what, name) => `${what} के लिए “${name}” की अनुमति चाहिए। यह मालिकों और एडमिन के पास होती है।`,
  chosen: (count, all) => `${all} में से ${count}`,
  all: 'सभी चुनें',
  none: 'सभी हटाएँ',
  names: permissionTexts.hi,
}

export const words = { en, hi }
