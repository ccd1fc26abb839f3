// The areas in order, and in each its domains: a domain imports only from those above it. Their routes are in
// routes.ts, their jobs in jobs.ts.

/** An area without a list is one domain. */
const areas: Readonly<Record<string, readonly string[]>> = {
  channels: [],
  events: [],
  installation: [],
  people: [
    'audit',
    'identity',
    'organizations',
    'access',
    'letters',
    'factors',
    'sessions',
    'members',
    'password-resets',
    'address-changes',
    'invitations',
  ],
  money: [
    'pricing',
    'wallet',
    'usage',
    'invoices',
    'plans',
    'gateways',
    'claims',
    'recharges',
    'auto-recharge',
    'refunds',
    'subscriptions',
  ],
  messaging: [
    'contacts',
    'channels',
    'conversations',
    'attachments',
    'templates',
    'imports',
    'messages',
    'merging',
    'inbox',
    'rerating',
    'sending',
    'campaigns',
    'dispatch',
    'receipts',
    'resolutions',
    'inbound',
    'search',
  ],
  reporting: ['usage', 'summaries', 'exports', 'first-steps'],
  operators: [],
  sandbox: [],
  forms: ['definitions', 'domains', 'submissions', 'analytics', 'pages'],
  feed: [],
  webhooks: [],
  notifications: [],
  search: [],
  privacy: [],
  doctor: [],
}

/** The rule of dependency, kept by test/structure.test.ts: folders below server/. */
export const domainOrder: readonly string[] = Object.entries(areas).flatMap(([area, domains]) =>
  domains.length === 0 ? [area] : domains.map((domain) => `${area}/${domain}`),
)
