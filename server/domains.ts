// The domains in order: a domain imports only from those above it. Their routes are in routes.ts, their jobs in jobs.ts.

/** The rule of dependency, kept by test/structure.test.ts. */
export const domainOrder = [
  'audit',
  'installation',
  'identity',
  'organizations',
  'access',
  'sessions',
  'members',
  'invitations',
  'contacts',
  'pricing',
  'wallet',
  'invoices',
  'gateways',
  'recharges',
  'auto-recharge',
  'refunds',
  'channels',
  'conversations',
  'messages',
  'sandbox',
  'doctor',
] as const
