// Every page with its own address for the command menu: its permissions, and its names in both languages, so that it is
// found by either. Pure; test/console/worker-rules.test.ts compares it with the routes.

interface NamedPage {
  page: string
  /** Shown to users with at least one of these permissions; an empty list shows it to everybody. */
  anyOf: readonly string[]
  en: string
  hi: string
}

const page = (path: string, anyOf: string, en: string, hi: string): NamedPage => ({
  page: path,
  anyOf: anyOf === '' ? [] : anyOf.split(' '),
  en,
  hi,
})

const BILLING = 'balance.view wallet.recharge invoices.download billing.manage'

export const allPages: readonly NamedPage[] = [
  page('inbox', 'conversations.view', 'Inbox', 'इनबॉक्स'),
  page('contacts', 'contacts.view', 'Contacts', 'संपर्क'),
  page('contacts/lists', 'contacts.view', 'Contacts: Lists', 'संपर्क: सूचियाँ'),
  page('contacts/segments', 'contacts.view', 'Contacts: Segments', 'संपर्क: सेगमेंट'),
  page('contacts/segments/new', 'contacts.manage', 'Contacts: New segment', 'संपर्क: नया सेगमेंट'),
  page('contacts/groups', 'groups.view', 'Contacts: Groups', 'संपर्क: समूह'),
  page('contacts/imports', 'contacts.view', 'Contacts: Imports', 'संपर्क: इंपोर्ट'),
  page('contacts/imports/new', 'contacts.manage', 'Contacts: Import contacts', 'संपर्क: संपर्क इंपोर्ट करें'),
  page('contacts/suppressions', 'contacts.view', 'Contacts: Suppression list', 'संपर्क: रोक-सूची'),
  page('contacts/exports', 'contacts.view', 'Contacts: Exports', 'संपर्क: एक्सपोर्ट'),
  page('campaigns', 'campaigns.view', 'Campaigns', 'कैंपेन'),
  page('campaigns/new', 'campaigns.manage', 'Campaigns: New campaign', 'कैंपेन: नया कैंपेन'),
  page('templates', 'templates.view', 'Templates', 'टेम्पलेट'),
  page('templates/new', 'templates.manage', 'Templates: New template', 'टेम्पलेट: नया टेम्पलेट'),
  page('forms', 'forms.view', 'Forms', 'फ़ॉर्म'),
  page('forms/new', 'forms.manage', 'Forms: New form', 'फ़ॉर्म: नया फ़ॉर्म'),
  page('forms/domains', 'forms.view', 'Forms: Domains', 'फ़ॉर्म: डोमेन'),
  page('usage', 'usage.view', 'Usage: By day', 'उपयोग: रोज़ का'),
  page('usage/months', 'usage.view', 'Usage: Monthly summaries', 'उपयोग: महीने का सार'),
  page('billing', BILLING, 'Billing: Overview', 'बिलिंग: सार'),
  page('billing/recharge', 'wallet.recharge', 'Billing: Recharge', 'बिलिंग: रिचार्ज'),
  page('billing/auto-recharge', 'balance.view', 'Billing: Auto-recharge', 'बिलिंग: ऑटो-रिचार्ज'),
  page('billing/plan', 'organization.view', 'Billing: Plan', 'बिलिंग: प्लान'),
  page('billing/transactions', 'balance.view', 'Billing: Transactions', 'बिलिंग: लेन-देन'),
  page('billing/invoices', 'invoices.download', 'Billing: Invoices', 'बिलिंग: इनवॉइस'),
  page('billing/refunds', 'balance.view billing.manage', 'Billing: Refunds', 'बिलिंग: रिफ़ंड'),
  page('billing/prices', 'organization.view', 'Billing: Prices', 'बिलिंग: क़ीमतें'),
  page('billing/exports', 'invoices.download usage.view balance.view', 'Billing: Exports', 'बिलिंग: एक्सपोर्ट'),
  page('billing/profile', 'billing.manage', 'Billing: Billing profile', 'बिलिंग: बिलिंग प्रोफ़ाइल'),
  page('developers', 'tokens.manage webhooks.manage', 'Developers', 'डेवलपर'),
  page('developers/tokens', 'tokens.manage', 'Developers: Access tokens', 'डेवलपर: एक्सेस टोकन'),
  page('developers/service-users', 'users.view', 'Developers: Service users', 'डेवलपर: सर्विस यूज़र'),
  page('developers/webhooks', 'webhooks.manage', 'Developers: Webhooks', 'डेवलपर: वेबहुक'),
  page('developers/events', '', 'Developers: Events', 'डेवलपर: इवेंट'),
  page('developers/api', '', 'Developers: API', 'डेवलपर: API'),
  page('settings', '', 'Settings', 'सेटिंग'),
  page('settings/organization', 'organization.view', 'Settings: Organization', 'सेटिंग: संगठन'),
  page('settings/team', 'users.view', 'Settings: Team', 'सेटिंग: टीम'),
  page('settings/roles', 'users.view', 'Settings: Roles', 'सेटिंग: भूमिकाएँ'),
  page('settings/channels', 'channels.view', 'Settings: Channels', 'सेटिंग: चैनल'),
  page('settings/channels/email', 'channels.view', 'Settings: Email channel', 'सेटिंग: ईमेल चैनल'),
  page('settings/channels/app', 'channels.view', 'Settings: App channel', 'सेटिंग: ऐप चैनल'),
  page('settings/channels/sms', 'channels.view', 'Settings: SMS channel', 'सेटिंग: SMS चैनल'),
  page('settings/notifications', '', 'Settings: Notifications', 'सेटिंग: सूचनाएँ'),
  page('settings/audit', 'audit.view', 'Settings: Audit log', 'सेटिंग: ऑडिट लॉग'),
  page('settings/sandbox', 'sandbox.use', 'Settings: Sandbox', 'सेटिंग: सैंडबॉक्स'),
  page('settings/profile', '', 'Settings: Profile', 'सेटिंग: प्रोफ़ाइल'),
  page('operator', 'installation.operate', 'Operator', 'संचालक'),
  page('operator/organizations', 'installation.operate', 'Operator: Organizations', 'संचालक: संगठन'),
  page('operator/approvals', 'installation.operate', 'Operator: Approvals', 'संचालक: मंज़ूरी'),
  page('operator/prices', 'installation.operate', 'Operator: Prices', 'संचालक: क़ीमतें'),
  page('operator/gateways', 'installation.operate', 'Operator: Gateways', 'संचालक: गेटवे'),
  page('operator/channels', 'installation.operate', 'Operator: Shared channels', 'संचालक: साझा चैनल'),
  page('operator/waiting', 'installation.operate', 'Operator: Waiting list', 'संचालक: प्रतीक्षा सूची'),
  page('operator/health', 'installation.operate', 'Operator: Health', 'संचालक: हालत'),
  page('operator/audit', 'installation.operate', 'Operator: Audit log', 'संचालक: ऑडिट लॉग'),
  page('welcome', '', 'First steps', 'पहले क़दम'),
]

const folded = (text: string): string => text.normalize('NFC').toLocaleLowerCase()

/** True when every word of the text is part of one of the names. */
export function isNamed(names: readonly string[], text: string): boolean {
  const name = folded(names.join(' '))
  return folded(text)
    .split(/\s+/)
    .every((word) => name.includes(word))
}
