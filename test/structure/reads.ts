// Which domains' statements read other domains' tables, and why: an occasion to ask whether each belongs where it is.

const WITH_ITS_ORGANIZATION = 'retention goes organization by organization, and looks for those that have something old'
const ABOUT_ONE_PERSON = 'what is stored about one person is read where it lies, by nobody else and for nothing else'
const SUMS = 'a report is sums over what others wrote, made where it lies'
const ROW_OF_A_LIST = 'operators filter and see all organizations by what others keep of them, a page in few statements'
const ANY = 'a guide asks in one statement whether there is any of each'
const FOUND = 'what is found is looked at in the statement that finds it: whether it is there, and who may see it'
const A_PAGE = 'what an inbox shows beside its conversations is read in one statement for all of a page'
const AUDIENCE = 'an audience is a join of lists, segments and consents, read piece by piece for millions'
const ONE_STATEMENT = 'a flush reads all that it decides on in one statement each, of many organizations'

/**
 * Tables of domains above that a domain's statements read, with the reason why it does not call their owner. Before you
 * change such a table, check its readers in this list.
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
  'money/usage': {
    transactions: 'by what usage is counted is said by the charge',
    organizations: WITH_ITS_ORGANIZATION,
  },
  'money/recharges': {
    due_work: 'whose payments are awaited is what has work noted, looked for among all organizations',
  },
  'money/subscriptions': {
    organizations: 'time stands still while the organization is suspended or the installation fenced, read in one look',
    installation: 'time stands still while the organization is suspended or the installation fenced, read in one look',
    recharges: 'what the last payment cost is read with what it paid for',
    refunds: 'a payment shows what was refunded of it, read with it in one statement',
  },
  'money/refunds': {
    transactions: 'what may be refunded is decided on the payment and all that became of it, locked together',
    gateway_payments: 'what may be refunded is decided on the payment and all that became of it, locked together',
    recharges: 'what may be refunded is decided on the payment and all that became of it, locked together',
    payment_claims: 'what may be refunded is decided on the payment and all that became of it, locked together',
    payment_claim_takings: 'what may be refunded is decided on the payment and all that became of it, locked together',
  },
  'reporting/first-steps': {
    contacts: ANY,
    conversations: ANY,
    deliveries: ANY,
    daily_usage: ANY,
    recharges: ANY,
    invitations: ANY,
    memberships: ANY,
    users: ANY,
  },
  operators: {
    organizations: ROW_OF_A_LIST,
    wallets: ROW_OF_A_LIST,
    enterprise_eligibilities: ROW_OF_A_LIST,
    memberships: ROW_OF_A_LIST,
    month_counters: ROW_OF_A_LIST,
    events: 'operators are told of a month once: their event says that they were',
  },
  'messaging/channels': {
    contacts: 'who unsubscribes by mail is named by the address that they write to',
    merged_contacts: 'who unsubscribes by mail may be part of another contact since',
    contact_addresses: 'parts of an SMS go with the contact, by each number that it is known by',
    organizations: WITH_ITS_ORGANIZATION,
  },
  'messaging/conversations': {
    contacts: 'a conversation begins only while its contact is there: one statement checks and begins it',
    groups: 'a conversation begins only while its group is there: one statement checks and begins it',
    memberships: 'who takes what has nobody is looked for among the members who see conversations',
  },
  'messaging/attachments': { conversations: 'a file is seen by who sees the conversation of its message' },
  'messaging/messages': {
    transactions: 'the user and the price list by which usage is counted are those of the charge',
    refunds: 'what a refund of a charge gives back is shared out among its deliveries in one statement',
    conversations: 'messages are those of a conversation that the user sees',
    organizations: WITH_ITS_ORGANIZATION,
    contacts: 'a reaction goes out to who wrote the message: found with it',
  },
  'messaging/inbox': {
    conversations: A_PAGE,
    contacts: A_PAGE,
    groups: A_PAGE,
    group_members: A_PAGE,
    users: A_PAGE,
    messages: A_PAGE,
    deliveries: A_PAGE,
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
  'messaging/campaigns': {
    organizations: 'whose counts have changed, and whose opens are old, is looked for among all',
    contacts: AUDIENCE,
    list_members: AUDIENCE,
    lists: AUDIENCE,
    segments: AUDIENCE,
    consents: AUDIENCE,
    daily_usage: SUMS,
    suppressions: 'complaints and bounces of its recipients are counted where they are listed',
  },
  'messaging/dispatch': {
    campaigns: 'a delivery is claimed only while its campaign lets it leave, in the statement that claims',
    campaign_recipients: 'what is claimed comes with the values of its recipient',
    organizations: 'a claim passes over what is suspended, of many organizations at once',
    messages: 'a claim brings what is to be sent, of many organizations at once',
    contacts: 'a claim brings how they are reached now, of many organizations at once',
    due_work: 'what was forgotten is a delivery without due work',
  },
  'forms/definitions': { organizations: 'the page of a form closes with its organization: read with the form' },
  'forms/domains': { forms: 'which form opens at a domain is read with it, of many domains in one statement' },
  'forms/submissions': {
    forms: 'whether a form takes, processes and shows submissions is decided in the statement that does it',
    form_versions: 'a submission is read with the version that it answers',
    organizations:
      'a form closes with its organization, a confirmation page names it, and retention looks for those that have something old',
    conversations: 'a reply is sent as whose the conversation is',
  },
  'messaging/search': {
    contact_addresses: 'a contact is found by the addresses of those that became part of it',
    organizations: WITH_ITS_ORGANIZATION,
    messages: FOUND,
    conversations: FOUND,
    contacts: FOUND,
    groups: FOUND,
  },
  search: {
    templates: FOUND,
    template_versions: FOUND,
    lists: FOUND,
    segments: FOUND,
    campaigns: FOUND,
    forms: FOUND,
    form_submissions: FOUND,
    memberships: FOUND,
    users: FOUND,
    webhook_endpoints: FOUND,
    invoices: FOUND,
    transactions: FOUND,
  },
  'reporting/summaries': {
    organizations: 'whose month is to be summed up is looked for among all',
    daily_usage: SUMS,
    transactions: SUMS,
    wallets: SUMS,
    month_counters: SUMS,
    deliveries: SUMS,
    messages: 'what a text would have cost in another alphabet is seen by the text',
    auto_recharges: 'whether less would have been enough is seen by the threshold',
  },
  'reporting/usage': { daily_usage: SUMS, list_usage: SUMS, usage_outcomes: SUMS, transactions: SUMS },
  'reporting/exports': {
    transactions: 'what is exported is read where it is, a page at a time, up to a version of the wallet',
    wallets: 'the version and the balance up to which an export goes are one reading',
    deliveries: 'a log is of what was charged, a page at a time',
    users: 'a log says who sent, by name',
    invoices: 'a statement lists the tax documents of its period',
  },
  webhooks: {
    organizations: WITH_ITS_ORGANIZATION,
    events: 'what is told next is the next event that may be read: found with what it is behind',
    event_heads: 'an endpoint begins where the events end',
  },
  notifications: {
    organizations: WITH_ITS_ORGANIZATION,
    events: 'what becomes a notice next is the next event of its kind: found with whose conversation it is about',
    event_heads: 'how far there are events is looked at along with how far there are notices',
    conversations:
      'whether one may leave is decided by whose the conversation is and whether it is muted, at that moment',
    contacts: 'who wrote is looked up when it is read, so that no notice keeps a name',
    groups: 'who wrote is looked up when it is read, so that no notice keeps a name',
    sessions: 'a browser is told for as long as the session that subscribed it lasts, and that is looked at when it is',
    memberships: 'notices go to members alone: found with their role, and held so that none leaves meanwhile',
    roles: 'a notice is of what the member may read at that moment',
    users: 'programs are told nothing: who is a person, and their address, is read with the membership',
  },
  feed: {
    event_heads: 'a stream goes on from where the events end',
    events: 'events are written by all, and read where it is said who may read which',
    conversations: 'what is about a conversation is read by who sees it, and known in the statement that pages it',
  },
  privacy: {
    campaigns: ABOUT_ONE_PERSON,
    campaign_recipients: ABOUT_ONE_PERSON,
    campaign_engagements: ABOUT_ONE_PERSON,
    shared_writings: ABOUT_ONE_PERSON,
    contacts: ABOUT_ONE_PERSON,
    contact_addresses: ABOUT_ONE_PERSON,
    consents: ABOUT_ONE_PERSON,
    groups: ABOUT_ONE_PERSON,
    group_members: ABOUT_ONE_PERSON,
    conversations: ABOUT_ONE_PERSON,
    messages: ABOUT_ONE_PERSON,
    deliveries: ABOUT_ONE_PERSON,
    events: ABOUT_ONE_PERSON,
    sandbox_messages: ABOUT_ONE_PERSON,
    sms_incoming_parts: ABOUT_ONE_PERSON,
  },
  sandbox: {
    conversations: 'whose conversation a mail is of decides who sees it in the list',
    invitations: 'who invited decides who sees the link in the list',
    deliveries: 'a mail is kept only as long as what it delivers is there: held until the commit',
    contacts: 'a mail that nobody knows the contact of goes with the contact of its address',
    messages: 'a device shows what its contact wrote beside what arrived, in one look a second',
    reactions: 'a device shows what its contact wrote beside what arrived, in one look a second',
    templates: 'what was told to the sandbox is recorded by who told it, and kept nowhere else',
    template_versions: 'what was told to the sandbox is recorded by who told it, and kept nowhere else',
    organizations: WITH_ITS_ORGANIZATION,
  },
}

/**
 * The same for domains below, and for tables of no domain: against the dependency order, so each needs a better reason.
 */
export const readsOfBelow: Record<string, Record<string, string>> = {
  'forms/definitions': {
    form_domains: 'a form is under a domain of its organization',
    form_domain_owners: 'the address of a form says its domain: read with the form, a page of a list in one statement',
  },
  kit: { organizations: 'the work of a suspended organization waits, and is passed over where it is taken' },
  edge: { organizations: WITH_ITS_ORGANIZATION },
  events: {
    organizations: WITH_ITS_ORGANIZATION,
    webhook_endpoints: 'what an endpoint is still to be told is kept',
    webhook_deliveries: 'what an endpoint is still to be told is kept',
  },
  'people/access': { invitations: 'a role that somebody is invited to is in use' },
  'money/wallet': {
    recharges: 'the balance shows what is under way, read with it in one statement',
    auto_recharge_attempts: 'the balance shows what is under way, read with it in one statement',
  },
  'money/claims': {
    recharges: 'what goes back of a payment is decided on it and all that became of it, behind the lock of its wallet',
    gateway_payments:
      'what goes back of a payment is decided on it and all that became of it, behind the lock of its wallet',
    refunds: 'what goes back of a payment is decided on it and all that became of it, behind the lock of its wallet',
  },
  'money/usage': { deliveries: 'of which kind a refund of a charge is, its deliveries say' },
  'money/invoices': { deliveries: 'a usage statement lists what was sent: deliveries are what was charged' },
  'money/refunds': { deliveries: 'of a charge that is refunded, what its deliveries gave back already is left out' },
  'messaging/channels': {
    deliveries: 'a bounce names a delivery by its return path: where it went, and in which conversation',
    conversations: 'an answer names a conversation by the address that it comes to: whose it is',
  },
  'messaging/contacts': {
    campaigns: 'a list is not deleted while a campaign needs it: both in one statement',
    conversations: "a contact and a group show the caller's own conversation: one row of a list",
  },
  'messaging/templates': {
    deliveries: 'whether one made of it waits to leave',
    messages: 'which were made of it',
    campaigns: 'which were made of it',
  },
  'messaging/attachments': {
    messages: 'a file is seen by who sees its message, and its link ends with it: one statement finds it',
    exports: 'whether the store has what it should is looked at for all files in it together',
    form_files: 'whether the store has what it should is looked at for all files in it together',
  },
  'messaging/conversations': {
    messages: 'a message is pinned only while it is there: locked with the conversation',
    deliveries: 'how much a conversation holds says whether it is deleted at once or in pieces',
  },
  'messaging/messages': { rerates: 'what a delivery costs by now is the price of the last re-rate that covers it' },
}
