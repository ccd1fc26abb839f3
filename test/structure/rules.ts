// What the structure test holds the source against. A new table, a public route, a reading of what belongs to another
// domain is a line here: a moment to ask whether it belongs where it is.

/** Not domains: what they stand on (kit), and what puts them together. They are not in domainOrder. */
export const frame = ['program', 'postgres', 'kit', 'edge', 'worker', 'cli', 'status', 'backup']

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

/** Every kind of work has one name in all domains; other words for it, and what it is called here. */
export const otherWords: Record<string, string> = {
  types: 'schema',
  shapes: 'schema',
  models: 'schema',
  route: 'routes',
  controller: 'routes',
  handlers: 'routes',
  example: 'examples',
  action: 'actions',
  usecases: 'actions',
  rule: 'rules',
  policy: 'rules',
  query: 'queries',
  sql: 'queries',
  repository: 'queries',
  event: 'events',
  job: 'jobs',
  worker: 'jobs',
  presenter: 'show',
  serializer: 'show',
  views: 'show',
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
  'server/program/first-access.ts': 'a lock that is taken before there is anything',
}

/** Who writes a table: everybody else asks. A message and a delivery are written at each station of their way. */
export const ownerOf: Record<string, string | readonly string[]> = {
  installation: 'installation',
  organizations: 'people/organizations',
  memberships: 'people/organizations',
  enterprise_eligibilities: 'people/organizations',
  users: 'people/identity',
  sign_in_attempts: 'people/identity',
  sign_in_places: 'people/identity',
  invitations: 'people/invitations',
  invitation_links: 'people/invitations',
  roles: 'people/access',
  tokens: 'people/access',
  token_hashes: 'people/access',
  sessions: 'people/sessions',
  contacts: 'messaging/contacts',
  consents: 'messaging/contacts',
  suppressions: 'messaging/contacts',
  groups: 'messaging/contacts',
  group_members: 'messaging/contacts',
  price_lists: 'money/pricing',
  wallets: 'money/wallet',
  transactions: 'money/wallet',
  transfers: 'money/wallet',
  month_counters: 'money/wallet',
  recharges: 'money/recharges',
  gateway_payments: 'money/recharges',
  uncredited_payments: 'money/recharges',
  sandbox_gateway_orders: 'money/gateways',
  sandbox_gateway_payments: 'money/gateways',
  sandbox_gateway_mandates: 'money/gateways',
  sandbox_gateway_debits: 'money/gateways',
  auto_recharges: 'money/auto-recharge',
  auto_recharge_attempts: 'money/auto-recharge',
  mandates: 'money/auto-recharge',
  sandbox_gateway_refunds: 'money/gateways',
  gateway_accounts: 'money/gateways',
  gateway_references: 'money/gateways',
  refunds: 'money/refunds',
  audit_log: 'people/audit',
  audit_heads: 'people/audit',
  billing_profiles: 'money/invoices',
  invoice_series: 'money/invoices',
  invoices: 'money/invoices',
  invoice_numbers: 'money/invoices',
  channel_accounts: 'messaging/channels',
  sms_parts: 'messaging/channels',
  sms_incoming_parts: 'messaging/channels',
  sms_binds: 'messaging/channels',
  sender_domains: 'messaging/channels',
  sender_domain_keys: 'messaging/channels',
  sender_domain_owners: 'messaging/channels',
  arrivals: 'messaging/channels',
  templates: 'messaging/templates',
  template_versions: 'messaging/templates',
  conversations: 'messaging/conversations',
  messages: ['messaging/messages', 'messaging/sending', 'messaging/inbound'],
  deleted_inbound: 'messaging/messages',
  reactions: 'messaging/messages',
  attachments: 'messaging/attachments',
  attachment_removals: 'messaging/attachments',
  attachment_usage: 'messaging/attachments',
  deliveries: [
    'messaging/messages',
    'messaging/sending',
    'messaging/dispatch',
    'messaging/receipts',
    'messaging/resolutions',
  ],
  rerates: 'messaging/rerating',
  daily_usage: 'money/usage',
  sandbox_messages: 'sandbox',
  sandbox_settings: 'sandbox',
  idempotency_keys: 'edge',
  events: 'events',
  event_subscriptions: 'events',
  due_work: 'kit',
  deletions: 'kit',
  leavings: 'messaging/conversations',
  merges: ['messaging/conversations', 'messaging/messages'],
}

const WITH_ITS_ORGANIZATION = 'retention goes organization by organization, and looks for those that have something old'
const ABOUT_ONE_PERSON = 'what is stored about one person is read where it lies, by nobody else and for nothing else'
const ONE_STATEMENT = 'a flush reads all that it decides on in one statement each, of many organizations'

/**
 * Tables of others that the statements of a domain read, and why it does not ask their owner. Who changes one must know
 * who reads it: this is the list. Tables of domains above.
 */
export const reads: Record<string, Record<string, string>> = {
  'people/access': {
    organizations: 'a token is looked up in one statement with all that decides on it',
    memberships: 'the role of a member is what access is about',
    users: 'a token is looked up in one statement with all that decides on it',
  },
  'people/sessions': {
    memberships: 'a session is looked up in one statement with all that it shows',
    users: 'a session is looked up in one statement with all that it shows',
    organizations: 'a session is looked up in one statement with all that it shows',
    roles: 'a session is looked up in one statement with all that it shows',
  },
  'people/members': {
    memberships: 'a member is a user, the membership and its role: one row of a list',
    users: 'a member is a user, the membership and its role: one row of a list',
    roles: 'a member is a user, the membership and its role: one row of a list',
  },
  'money/invoices': {
    transactions: 'the usage of a month is summed where it is',
    wallets: 'the usage of a month is summed where it is',
  },
  'money/recharges': {
    due_work: 'whose payments are awaited is what has work noted, looked for among all organizations',
  },
  'money/refunds': {
    transactions: 'what may be refunded is decided on the payment and all that became of it, locked together',
    gateway_payments: 'what may be refunded is decided on the payment and all that became of it, locked together',
    recharges: 'what may be refunded is decided on the payment and all that became of it, locked together',
  },
  'messaging/channels': {
    contacts: 'who unsubscribes by mail is named by the address that they write to',
    organizations: WITH_ITS_ORGANIZATION,
  },
  'messaging/conversations': {
    contacts: 'a conversation begins only while its contact is there: one statement checks and begins it',
    groups: 'a conversation begins only while its group is there: one statement checks and begins it',
    memberships: 'who takes what has nobody is looked for among the members who see conversations',
  },
  'messaging/attachments': {
    conversations: 'a file is seen by who sees the conversation of its message: one statement finds it',
  },
  'messaging/messages': {
    transactions: 'the user and the price list by which usage is counted are those of the charge',
    refunds: 'what a refund of a charge gives back is shared out among its deliveries in one statement',
    conversations: 'messages are those of a conversation that the user sees',
    organizations: WITH_ITS_ORGANIZATION,
  },
  'messaging/rerating': {
    deliveries: 'the messages of a month are summed where they are',
    transactions: 'what was reversed up to a version of the wallet is no part of the sum',
    price_lists: 'whether a volume list was in force then is asked for many charges at once',
  },
  'messaging/sending': {
    group_members: ONE_STATEMENT,
    conversations: ONE_STATEMENT,
    contacts: ONE_STATEMENT,
  },
  'messaging/resolutions': {
    conversations: 'a list is of what the caller sees, and knows it in the statement that pages it',
  },
  'messaging/dispatch': {
    organizations: 'a claim passes over what is suspended, of many organizations at once',
    messages: 'a claim brings what is to be sent, of many organizations at once',
    contacts: 'a claim brings how they are reached now, of many organizations at once',
    due_work: 'what was forgotten is a delivery without due work',
  },
  privacy: {
    contacts: ABOUT_ONE_PERSON,
    consents: ABOUT_ONE_PERSON,
    groups: ABOUT_ONE_PERSON,
    group_members: ABOUT_ONE_PERSON,
    conversations: ABOUT_ONE_PERSON,
    messages: ABOUT_ONE_PERSON,
    deliveries: ABOUT_ONE_PERSON,
    events: ABOUT_ONE_PERSON,
    sandbox_messages: ABOUT_ONE_PERSON,
  },
  sandbox: {
    conversations: 'whose conversation a mail is of decides who sees it in the list',
    invitations: 'who invited decides who sees the link in the list',
    deliveries: 'a mail is kept only as long as what it delivers is there: held until the commit',
    contacts: 'a mail that nobody knows the contact of goes with the contact of its address',
    messages: 'a device shows what its contact wrote beside what arrived, in one look a second',
    reactions: 'a device shows what its contact wrote beside what arrived, in one look a second',
    organizations: WITH_ITS_ORGANIZATION,
  },
}

/** The same of tables of domains below, and of what is no domain: against the order, so each needs a better reason. */
export const readsOfBelow: Record<string, Record<string, string>> = {
  kit: { organizations: 'the work of a suspended organization waits, and is passed over where it is taken' },
  edge: { organizations: WITH_ITS_ORGANIZATION },
  events: { organizations: WITH_ITS_ORGANIZATION },
  'people/access': { invitations: 'a role that somebody is invited to is in use' },
  'money/wallet': {
    recharges: 'the balance shows what is under way, read with it in one statement',
    auto_recharge_attempts: 'the balance shows what is under way, read with it in one statement',
  },
  'money/invoices': { deliveries: 'a usage statement lists what was sent: deliveries are what was charged' },
  'money/refunds': { deliveries: 'of a charge that is refunded, what its deliveries gave back already is left out' },
  'messaging/channels': {
    deliveries: 'a bounce names a delivery by its return path: where it went, and in which conversation',
    conversations: 'an answer names a conversation by the address that it comes to: whose it is',
  },
  'messaging/contacts': {
    conversations: "a contact and a group show the caller's own conversation: one row of a list",
  },
  'messaging/attachments': {
    messages: 'a file is seen by who sees its message, and its link ends with it: one statement finds it',
  },
  'messaging/conversations': {
    messages: 'a message is pinned only while it is there: locked with the conversation',
    deliveries: 'how much a conversation holds says whether it is deleted at once or in pieces',
  },
  'messaging/messages': { rerates: 'what a delivery costs by now is the price of the last re-rate that covers it' },
}

/** Routes that nobody needs a token for; each proves its caller in another way, or shows what everybody may see. */
export const publicRoutes = [
  'DELETE /console/session',
  'GET /console/session',
  'GET /console/invitations/:token',
  'GET /v1/openapi.json',
  'GET /checkout/:organization_id/:recharge_id',
  'GET /checkout/return/:organization_id/:recharge_id',
  'GET /attachments/:token',
  'GET /sandbox',
  'GET /sandbox/checkout/:organization_id/:order_id',
  'GET /sandbox/mandates/:organization_id/:mandate_id',
  'GET /unsubscribe/:token',
  'GET /webhooks/channels/app/:token',
  'POST /checkout/return/:organization_id/:recharge_id',
  'POST /console/session',
  'POST /console/invitations/:token',
  'POST /sandbox/checkout/:organization_id/:order_id',
  'POST /sandbox/checkout/:organization_id/:order_id/refunds/:id',
  'POST /sandbox/mandates/:organization_id/:mandate_id',
  'POST /unsubscribe/:token',
  'POST /webhooks/channels/app/:token',
  'POST /webhooks/gateways/cashfree',
  'POST /webhooks/gateways/razorpay',
  'POST /webhooks/gateways/sandbox/:organization_id',
]

/** Routes of everybody who has a token, about themselves alone. */
export const routesOfEveryToken = ['GET /v1/permissions', 'GET /v1/me', 'PUT /v1/me']
