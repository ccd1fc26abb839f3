// What the structure test holds the source against. A new file, table or public route is a line here: a moment to ask whether
// it belongs where it is.

/** Not domains: what they stand on (kit), and what puts them together. They are not in domainOrder. */
export const frame = ['kit', 'edge', 'worker', 'cli']

/** Of the edge, what a domain declares its routes with. The rest is the server's own. */
export const edgeForDomains = [
  'route',
  'paging',
  'validation',
  'idempotency',
  'bodies',
  'problem',
  'accept',
  'page',
].map((name) => `#edge/${name}.ts`)

/** The kinds of work that every domain names alike. */
export const commonFiles = ['schema', 'routes', 'actions', 'rules', 'queries', 'events', 'jobs', 'show']

/** Files named after one idea of their domain. */
export const ideas: Record<string, string[]> = {
  access: ['addresses', 'roles', 'tokens'],
  audit: ['chain'],
  'auto-recharge': ['ask', 'begin', 'grace', 'mandate-queries', 'mandates', 'settled', 'state'],
  channels: ['unsubscribe', 'unsubscribe-page', 'providers/*'],
  contacts: ['groups/*'],
  conversations: ['across', 'across-queries', 'hand-over', 'hand-over-queries'],
  doctor: [
    'audit-queries',
    'invariants',
    'invoice-queries',
    'ledger-queries',
    'gateway-queries',
    'month-queries',
    'tenant-queries',
    'visibility-queries',
    'warning-queries',
  ],
  identity: ['attempts', 'attempt-queries', 'device', 'sign-in'],
  invitations: ['accept', 'link', 'mail', 'page'],
  members: ['service-users'],
  gateways: ['references', 'reports', 'accounts/*', 'providers/*', 'sandbox/*'],
  invoices: ['credit-notes', 'documents', 'pdf/*', 'usage', 'usage-queries', 'usage-rules', 'words'],
  messages: [
    'send',
    'decide',
    'lane',
    'behind-lock',
    'share',
    'wallet-states',
    'late-marks',
    'flush-queries',
    'backlog',
    'dispatch',
    'dispatch-handover',
    'dispatch-pauses',
    'dispatch-queries',
    'dispatch-recorder',
    'dispatch-round',
    'dispatch-rules',
    'dispatch-run',
    'dispatch-scheduler',
    'dispatch-tries',
    'outcomes',
    'recipients',
    'flush',
    'give-back',
    'give-back-queries',
    'emoji',
    'inbound',
    'inbound-queries',
    'estimate',
    'forget-queries',
    'merge-queries',
    'milestones',
    'rerate',
    'rerate-queries',
  ],
  pricing: ['estimate', 'segments', 'volume'],
  recharges: ['checkout', 'checkout-page', 'orders', 'settle'],
  refunds: ['bank-holidays', 'business-days', 'credits', 'decide', 'payout', 'settle', 'targets'],
  sandbox: ['forget', 'mail-server', 'page'],
  wallet: ['flush-queries', 'reading', 'reading-queries', 'statement'],
}

/** Names that say nothing: such a file gathers whatever has no place. */
export const emptyNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'services',
  'service',
  'common',
  'misc',
  'lib',
  'index',
]

/** Outside the queries files SQL stands only where nothing belongs to a domain, with the reason. */
export const sqlElsewhere: Record<string, string> = {
  'server/first-access.ts': 'a lock that is taken before there is anything',
}

/** Who writes a table: everybody else asks the owner. */
export const ownerOf: Record<string, string> = {
  installation: 'installation',
  organizations: 'organizations',
  memberships: 'organizations',
  enterprise_eligibilities: 'organizations',
  users: 'identity',
  sign_in_attempts: 'identity',
  sign_in_places: 'identity',
  invitations: 'invitations',
  invitation_links: 'invitations',
  roles: 'access',
  tokens: 'access',
  token_hashes: 'access',
  sessions: 'sessions',
  contacts: 'contacts',
  groups: 'contacts',
  group_members: 'contacts',
  price_lists: 'pricing',
  wallets: 'wallet',
  transactions: 'wallet',
  transfers: 'wallet',
  month_counters: 'wallet',
  recharges: 'recharges',
  gateway_payments: 'recharges',
  uncredited_payments: 'recharges',
  sandbox_gateway_orders: 'gateways',
  sandbox_gateway_payments: 'gateways',
  sandbox_gateway_mandates: 'gateways',
  sandbox_gateway_debits: 'gateways',
  auto_recharges: 'auto-recharge',
  auto_recharge_attempts: 'auto-recharge',
  mandates: 'auto-recharge',
  sandbox_gateway_refunds: 'gateways',
  gateway_accounts: 'gateways',
  gateway_references: 'gateways',
  refunds: 'refunds',
  audit_log: 'audit',
  audit_heads: 'audit',
  billing_profiles: 'invoices',
  invoice_series: 'invoices',
  invoices: 'invoices',
  invoice_numbers: 'invoices',
  channel_accounts: 'channels',
  conversations: 'conversations',
  messages: 'messages',
  reactions: 'messages',
  deliveries: 'messages',
  rerates: 'messages',
  sandbox_messages: 'sandbox',
  idempotency_keys: 'edge',
  events: 'kit',
  event_subscriptions: 'kit',
  due_work: 'kit',
}

/** Routes that nobody needs a token for; each proves its caller in another way, or shows what everybody may see. */
export const publicRoutes = [
  'DELETE /console/session',
  'GET /console/session',
  'GET /console/invitations/:token',
  'GET /checkout/:organization_id/:recharge_id',
  'GET /checkout/return/:organization_id/:recharge_id',
  'GET /sandbox',
  'GET /sandbox/checkout/:organization_id/:order_id',
  'GET /sandbox/mandates/:organization_id/:mandate_id',
  'GET /unsubscribe/:token',
  'POST /checkout/return/:organization_id/:recharge_id',
  'POST /console/session',
  'POST /console/invitations/:token',
  'POST /sandbox/checkout/:organization_id/:order_id',
  'POST /sandbox/checkout/:organization_id/:order_id/refunds/:id',
  'POST /sandbox/mandates/:organization_id/:mandate_id',
  'POST /unsubscribe/:token',
  'POST /webhooks/gateways/cashfree',
  'POST /webhooks/gateways/razorpay',
  'POST /webhooks/gateways/sandbox/:organization_id',
]

/** Routes of everybody who has a token, about themselves alone. */
export const routesOfEveryToken = ['GET /v1/permissions', 'GET /v1/me', 'PUT /v1/me']
