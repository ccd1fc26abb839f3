// API schemas of the global search: spec 7.152 to 7.155.

import { PAGE_DEFAULT, PAGE_MAX } from '#edge/paging.ts'
import { formStatuses } from '#forms/definitions/queries.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { campaignStatuses } from '#messaging/campaigns/rules.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import {
  FoundContact,
  FoundConversation,
  FoundGroup,
  FoundMessage,
  matches,
  ranges,
  words,
} from '#messaging/search/schema.ts'
import { templateStatuses } from '#messaging/templates/rules.ts'
import { invoiceKinds } from '#money/invoices/schema.ts'
import { transactionKinds, transactionStatuses } from '#money/wallet/rules.ts'
import { Transaction } from '#money/wallet/schema.ts'
import { endpointStatuses } from '#webhooks/schema.ts'
import { searchTypes } from './rules.ts'

const CURSOR_MAX = 60

export const EverythingSearch = In.object({
  q: Type.Unsafe<string>({
    ...words(),
    description:
      'Search terms, as in the searches of one type. Invoices also match the beginning or end of their number and their total; recharges, refunds and credits their amount (`1180`, `₹1,180.00`); transactions their ID.',
    examples: ['ravi'],
  }),
  type: Type.Optional({
    ...oneOf(searchTypes, 'SearchType'),
    description: 'Type to search. By default every type that the token can view.',
  }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, description: 'Number of rows per type.' }),
  ),
  starting_after: Type.Optional(
    Type.Unsafe<string>({
      ...In.line(CURSOR_MAX),
      description: 'ID of the last row of the previous page. Requires `type`.',
    }),
  ),
})
export type EverythingSearch = Static<typeof EverythingSearch>

export const FoundTemplate = Type.Object(
  {
    id: Out.id('tmpl'),
    name: Type.String(),
    channel: oneOf(channelNames, 'Channel'),
    language: Type.String(),
    status: oneOf(templateStatuses, 'TemplateStatus'),
    matches: matches(),
  },
  { $id: 'FoundTemplate' },
)
export type FoundTemplate = Static<typeof FoundTemplate>

export const FoundList = Type.Object(
  {
    id: Out.id('list'),
    name: Type.String(),
    description: Out.nullable(Type.String()),
    contact_count: Type.Integer({ description: 'Its members.' }),
    matches: matches(),
  },
  { $id: 'FoundList' },
)
export type FoundList = Static<typeof FoundList>

export const FoundSegment = Type.Object(
  { id: Out.id('seg'), name: Type.String(), matches: matches() },
  { $id: 'FoundSegment' },
)
export type FoundSegment = Static<typeof FoundSegment>

export const FoundCampaign = Type.Object(
  {
    id: Out.id('camp'),
    name: Type.String(),
    channel: oneOf(channelNames, 'Channel'),
    status: oneOf(campaignStatuses, 'CampaignStatus'),
    matches: matches(),
  },
  { $id: 'FoundCampaign' },
)
export type FoundCampaign = Static<typeof FoundCampaign>

export const FoundForm = Type.Object(
  {
    id: Out.id('form'),
    name: Type.String(),
    slug: Type.String(),
    status: oneOf(formStatuses, 'FormStatus'),
    matches: matches(),
  },
  { $id: 'FoundForm' },
)
export type FoundForm = Static<typeof FoundForm>

export const FoundSubmission = Type.Object(
  {
    id: Out.id('sub'),
    form_id: Out.id('form'),
    form_name: Type.String(),
    contact_id: Out.nullable(Out.id('contact')),
    snippet: Type.Object(
      {
        text: Type.String({ description: 'Answers around the first match, at most 160 characters. Never HTML.' }),
        matches: ranges(),
      },
      { $id: 'SubmissionSnippet' },
    ),
    submitted_at: Out.time(),
  },
  { $id: 'FoundSubmission' },
)
export type FoundSubmission = Static<typeof FoundSubmission>

export const FoundInvoice = Type.Object(
  {
    id: Out.id('inv'),
    number: Type.String(),
    kind: oneOf(invoiceKinds, 'InvoiceKind'),
    total: Out.amount(),
    issued_at: Out.time(),
  },
  { $id: 'FoundInvoice' },
)
export type FoundInvoice = Static<typeof FoundInvoice>

/** The console derives the transaction's purpose from these. */
const { purpose, channel, message_count } = Transaction.properties

export const FoundTransaction = Type.Object(
  {
    id: Out.id('txn'),
    kind: oneOf(transactionKinds, 'TransactionKind'),
    status: oneOf(transactionStatuses, 'TransactionStatus'),
    amount: Out.amount(),
    description: Type.String(),
    purpose,
    channel,
    message_count,
    created_at: Out.time(),
  },
  { $id: 'FoundTransaction' },
)
export type FoundTransaction = Static<typeof FoundTransaction>

export const FoundMember = Type.Object(
  {
    id: Out.id('user'),
    kind: oneOf(['person', 'service'], 'UserKind'),
    display_name: Type.String(),
    email: Out.nullable(Type.String({ description: 'Null for a service user.' })),
    matches: matches(),
  },
  { $id: 'FoundMember' },
)
export type FoundMember = Static<typeof FoundMember>

export const FoundWebhookEndpoint = Type.Object(
  {
    id: Out.id('whe'),
    url: Type.String(),
    description: Out.nullable(Type.String()),
    status: oneOf(endpointStatuses, 'WebhookEndpointStatus'),
    matches: matches(),
  },
  { $id: 'FoundWebhookEndpoint' },
)
export type FoundWebhookEndpoint = Static<typeof FoundWebhookEndpoint>

const section = {
  contacts: Out.list(FoundContact),
  groups: Out.list(FoundGroup),
  conversations: Out.list(FoundConversation),
  messages: Out.list(FoundMessage),
  templates: Out.list(FoundTemplate),
  lists: Out.list(FoundList),
  segments: Out.list(FoundSegment),
  campaigns: Out.list(FoundCampaign),
  forms: Out.list(FoundForm),
  submissions: Out.list(FoundSubmission),
  invoices: Out.list(FoundInvoice),
  transactions: Out.list(FoundTransaction),
  members: Out.list(FoundMember),
  webhook_endpoints: Out.list(FoundWebhookEndpoint),
}

export const FoundEverything = Type.Partial(Type.Object(section), {
  $id: 'FoundEverything',
  description: 'Type → results. Types that were not requested or that the token cannot view are missing.',
})
export type FoundEverything = Static<typeof FoundEverything>
