// Exceptions for the checks of statement plans: tables that grow without limit, indexes whose ranges are all narrow,
// and statements whose purpose is to read a part of a growing table.

const words = (text: string) => text.trim().split(/\s+/)

/** Tables in which one organization may have millions of rows. The sandbox keeps a limited number of messages. */
export const GROWING = new Set(
  words(`
    contacts conversations messages deliveries transactions transfers events webhook_deliveries audit_log notices
    notice_sends arrivals attachments message_originals missing_attachments consents suppressions contact_addresses
    merged_contacts contact_reaction_times reactions message_versions deleted_inbound group_members list_members
    import_faults idempotency_keys search_entries sms_parts sms_incoming_parts shared_writings campaign_recipients`),
)

/** Indexes whose ranges stay narrow, whichever part of the index a statement names. */
export const NARROW = new Set([
  // A group has at most 1,000 members; lists and their members are read page by page.
  'group_members_pkey',
  'list_members_pkey',
  // Indexes by word and by id: both name the organization's rows individually.
  'search_entries_words',
  'idempotency_keys_by_object',
])

const reasons: Readonly<Record<string, string>> = {
  'a report, an invoice or an export of a period reads the rows of the period': `
    money/invoices/usage-queries.ts:charges money/invoices/usage-queries.ts:position
    money/invoices/usage-queries.ts:returns messaging/rerating/queries.ts:covered
    messaging/rerating/queries.ts:coveredUsage money/wallet/reading-queries.ts:spendingSince
    reporting/exports/statement/queries.ts:movedSince reporting/exports/statement/queries.ts:spending
    reporting/exports/transaction-queries.ts:lateRecharges reporting/summaries/queries.ts:autoRecharge
    reporting/summaries/queries.ts:bounced reporting/summaries/queries.ts:kept reporting/summaries/queries.ts:lacking
    reporting/summaries/queries.ts:late
    reporting/summaries/queries.ts:longTexts reporting/summaries/queries.ts:money reporting/usage/queries.ts:report`,
  'the retention reads what it removes, oldest first, and what keeps a row from being removed': `
    events/queries.ts:organizationsWithOldEvents events/queries.ts:removeOldEvents
    messaging/channels/arrivals/queries.ts:organizationsWithOldArrivals
    messaging/channels/arrivals/queries.ts:removeOldArrivals
    messaging/channels/sms/incoming-queries.ts:organizationsWithOldIncoming
    messaging/channels/sms/queries.ts:organizationsWithOldParts
    messaging/messages/deleted-inbound-queries.ts:organizationsWithOldNames
    notifications/queries.ts:organizationsWithOld notifications/queries.ts:removeOld
    webhooks/delivery-queries.ts:organizationsWithOld webhooks/delivery-queries.ts:removeOld
    edge/idempotency.ts:organizationsWithOldAnswers edge/idempotency.ts:removeOldAnswers`,
  'a list that is narrowed by what many rows have in common reads until its page is full': `
    messaging/contacts/suppressions/queries.ts:list people/audit/queries.ts:list
    messaging/contacts/queries.ts:list messaging/contacts/export-queries.ts:exportedBehind
    messaging/search/queries.ts:contacts`,
  'a follower reads what was added behind its mark': `
    messaging/search/index-queries.ts:behind messaging/search/index-queries.ts:newMessages
    messaging/search/index-queries.ts:withNewMessages notifications/queries.ts:happened webhooks/queries.ts:lastPosition`,
  'what a person is erased from or asks for is looked for in what is kept for some days': `
    messaging/imports/queries.ts:forgetFaultsOf messaging/imports/queries.ts:forgetFaultsWith privacy/queries.ts:partsFrom`,
  'a batch, and the list of who waits, go on from its number, and pass over who was skipped once':
    'messaging/campaigns/fan-out-queries.ts:nextRecipients messaging/campaigns/report/recipient-queries.ts:waitingRecipients',
  'many addresses are compared with the recipients of one campaign, once for all of them': `
    messaging/campaigns/fan-out-queries.ts:takenAddresses messaging/campaigns/fan-out-queries.ts:reactionsTo`,
  'whether there is any row is known at the first one': 'reporting/first-steps/queries.ts:taken',
  'an operator who changes the sealing key has the answers of the last day sealed anew':
    'edge/idempotency.ts:holdAnswers',
  'a gauge counts what waits, of all organizations': 'messaging/channels/arrivals/work-queries.ts:countWaiting',
  'what was made together has ids between two, a minute apart': `
    messaging/messages/give-back-queries.ts:failedUnreturned messaging/messages/give-back-queries.ts:markRefunded
    money/usage/queries.ts:keyOfRefund`,
}

/** Statements on connections and in transactions whose planner uses keys only: reader.ts, `planByKey`. */
export const BY_KEY = new Set(
  words(`
    messaging/messages/reading-queries.ts:pageOfAllNames messaging/messages/reading-queries.ts:page
    messaging/messages/reading-queries.ts:pageByBytes messaging/conversations/leaving-queries.ts:anyLeft
    messaging/contacts/bulk-queries.ts:holdKnown
    edge/idempotency.ts:forgetAnswers edge/idempotency.ts:passAnswersOn`).map((name) => name.replace(':', ' ')),
)

/** Statements planned once for all values: `lookUpByKey` of dispatch. */
export const ONCE_FOR_ALL = new Set(['messaging/dispatch/claim-queries.ts claim'])

/** By the statement's name in test/statements.ts. */
export const BY_DESIGN: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) => words(names).map((name) => [name.replace(':', ' '), reason])),
)
