// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { LowBalanceLevel } from './billing-balance.ts'
import type { Prices, SmsUnit } from './billing-prices.ts'
import type {
  RefundDestination,
  RefundFailureReason,
  RefundId,
  RefundStatus,
  ShownRefundReason,
} from './billing-refunds.ts'
import type { Transaction } from './billing-transactions.ts'
import type { TemplateHeader } from './campaigns.ts'
import type { FormDomainId } from './domains.ts'
import type { FormStatus } from './forms.ts'
import type { Organization } from './organization.ts'
import type { PriceListId } from './price-lists.ts'
import type {
  Channel,
  FormId,
  InvoiceId,
  OrganizationId,
  RechargeId,
  SpayId,
  TemplateButton,
  TemplateId,
  Time,
  TransactionId,
  UserId,
} from './shared.ts'
import type { TemplateStatus } from './templates.ts'

export interface ApproveRefundRequest {
  note?: string | null | undefined
}

export interface CreateOrganizationRequest {
  name: string
  owner_email?: string | null | undefined
}

export interface Enterprise {
  organization_id: OrganizationId
  /**
   * Null until a month reaches the volume for enterprise pricing. `open`: awaiting a decision, also after a decline if
   * another month reached the volume.
   */
  status: EnterpriseStatus | null
  /** Months that reached the volume, most recent first; at most 100. */
  months: {
    /** Calendar month in India (Asia/Kolkata), as YYYY-MM. */
    month: string
    channel: Channel
    /** Time in Unix seconds. */
    reached_at: number
    /** Messages counted in the month so far. */
    message_count: number
  }[]
  decision: EnterpriseDecisionWord | null
  /** Note on the decision. Only operators see it. */
  note: string | null
  decided_by: UserId | null
  /** When the decision was made, in Unix seconds. Null before that. */
  decided_at: number | null
}

export interface EnterpriseDecision {
  decision: EnterpriseDecisionWord
  note?: string | null | undefined
}

export type EnterpriseDecisionWord = 'granted' | 'declined' | (string & {})

export type EnterpriseStatus = 'open' | 'granted' | 'declined' | (string & {})

export interface ListedForm {
  id: FormId
  name: string
  slug: string
  domain_id: FormDomainId | null
  /** For how many days submissions are kept. Null: until somebody deletes them. */
  submissions_kept_days: number | null
  /** A draft was never published. */
  status: FormStatus
  /** The version that was published last. Null before the first. */
  version: number | null
  /** Whether the fields, settings or name differ from the version that was published last. */
  has_unpublished_changes: boolean
  /** When an operator suspended it: the page is closed. Null if it is not. */
  suspended_at: number | null
  suspension_reason: string | null
  /** All submissions that are stored. */
  submission_count: number
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number
  /** Time in Unix seconds. */
  published_at: number | null
  /**
   * The address of the page: under its form domain while that is verified and the organization has the premium plan,
   * else under this installation.
   */
  url: string
  /** How often the page was opened. Bots are left out; some seconds old. */
  view_count: number
}

export interface NewCredit {
  /** Credit to add. Amount in rupees, as a decimal string with at most six decimal places. */
  amount: string
  reason: string
}

export interface OperatedOrganization {
  id: OrganizationId
  name: string
  /**
   * When a month first reached 100,000 emails or 50,000 app messages, the volume for enterprise pricing, in Unix
   * seconds. Null before that.
   */
  enterprise_eligible_since: number | null
  /**
   * When the operator suspended the organization, in Unix seconds; null if it is not suspended. While suspended,
   * sending and recharging return `organization_suspended`, queued messages wait, and reading still works.
   */
  suspended_at: number | null
  /** The operator's reason for the suspension. Null if not suspended. */
  suspension_reason: string | null
  /** Time in Unix seconds. */
  created_at: number
  /** Number of members and service users. */
  member_count: number
  currency: string
  /** Amount in rupees, as a decimal string with two to six decimal places. */
  balance: string
  low_balance_warning: LowBalanceLevel | null
  /** Calendar month in India (Asia/Kolkata), as YYYY-MM. */
  month: string
  /** Messages of the month as counted for pricing, one entry per channel. */
  messages: {
    channel: Channel
    count: number
  }[]
  /** The price list in force. */
  price_list: {
    id: PriceListId
    name: string
    /** Whether it is a custom price list of the organization, not the default price list. */
    is_own: boolean
  }
  /**
   * Null until a month reaches the volume for enterprise pricing. `open`: awaiting a decision, also after a decline if
   * another month reached the volume.
   */
  enterprise_status: EnterpriseStatus | null
  /** Whether the organization has priority support, which is part of the premium plan. */
  is_priority: boolean
}

export interface OperatedOrganizationPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: OperatedOrganization[]
}

export interface OrganizationPrices {
  in_force: PublishedPriceList
  /** Upcoming custom price lists, the next one first; at most 100. */
  coming: PublishedPriceList[]
}

export interface PriceListAssignment {
  price_list_id: PriceListId
  name?: string | undefined
  effective_from?: Time | null | undefined
}

export interface PublishedPriceList {
  id: PriceListId
  name: string
  currency: string
  /** Time in Unix seconds. */
  effective_from: number
  /** Whether SMS are counted and priced per message or per segment. */
  sms_unit: SmsUnit
  prices: {
    email: Prices
    app_session: Prices
    app_template: Prices
    sms: Prices
  }
  /** The organization that the custom price list applies to; null for the default price list. */
  organization_id: OrganizationId | null
  /** Time in Unix seconds. */
  published_at: number
}

export type QueueSort = 'newest' | 'priority' | (string & {})

export interface QueuedRefund {
  organization_id: OrganizationId
  organization_name: string
  /** Whether the organization has priority support, which is part of the premium plan. */
  is_priority: boolean
  id: RefundId
  status: RefundStatus
  /** `payment_method_check`: the small payment with which a new payment method was authorized. */
  reason: ShownRefundReason
  /**
   * Whether the service made the refund by itself, because the payment paid for nothing. Nobody requested or approved
   * it.
   */
  automatic: boolean
  destination: RefundDestination
  /** Refunded credit in rupees, without tax. */
  amount: string
  /** Refunded tax in rupees. Zero for refunds to the wallet. */
  tax: string
  /** Refunded credit and tax, in rupees. */
  total: string
  currency: string
  /** The refunded transaction. Null for a subscription payment. */
  transaction_id: TransactionId | null
  recharge_id: RechargeId | null
  subscription_payment_id: SpayId | null
  refund_transaction_id: TransactionId | null
  credit_note_id: InvoiceId | null
  /** The user who requested the refund. Null for automatic refunds. */
  requested_by: UserId | null
  /** Note of the user who requested the refund. */
  note: string | null
  /** The operator's note on the decision. Null until decided, or if there is no note. */
  decision_note: string | null
  /**
   * Earliest day in India on which the refund should arrive, as YYYY-MM-DD. Null before approval and for refunds to the
   * wallet.
   */
  expected_from: string | null
  /**
   * Latest day in India by which the refund should arrive, as YYYY-MM-DD. Null before approval and for refunds to the
   * wallet.
   */
  expected_by: string | null
  /** Reference of the refund at the customer's bank. Null until the gateway reports it. */
  reference: string | null
  failure_reason: RefundFailureReason | null
  /** Time in Unix seconds. */
  created_at: number
  /** When an operator approved the refund, or the service started it, in Unix seconds. Null if not approved. */
  approved_at: number | null
  /** When the refund was completed, in Unix seconds. Null before that. */
  completed_at: number | null
}

export interface QueuedTemplate {
  id: TemplateId
  name: string
  channel: Channel
  language: string
  category: TemplateCategory
  /** Status of the latest version. */
  status: TemplateStatus
  /** The latest version, which this object shows. */
  version: number
  /** The version used for sending. Null if there is no approved version. */
  approved_version: number | null
  subject: string | null
  text: string | null
  html: string | null
  /** Names of the variables. */
  variables: string[]
  /** SMS only: the DLT template ID under which the text is registered. */
  registered_id: string | null
  /**
   * On the channel `app`: `text` with at most one variable, an `image`, `video` or `document`, or a `location`. On the
   * channel `sms`: the DLT header (sender) that the template is registered for, as text. Null for none.
   */
  header: TemplateHeader | string | null
  /** App only: a line of at most 60 characters below the text, without variables. Null for none. */
  footer: string | null
  /**
   * App only: at most 10 buttons. `quick_reply` sends its text as an answer and stands apart from the others; `url` (at
   * most 2) opens a page, whose address may end in a variable; `phone_number` (at most 1) calls; `copy_code` (at most
   * 1) copies a code, which may be a variable.
   */
  buttons: TemplateButton[]
  /** Why the template was rejected or paused. Null if neither. */
  reason: string | null
  /** The sentences of the text, each with its code and the values in it; none of what an earlier version stored. */
  reason_details: {
    /** Stable, for programs. More codes may be added. `provider_said` quotes the provider. */
    code: string
    /** In English. */
    message: string
    /** The values in the text. */
    params: Record<string, unknown>
  }[]
  /** Time in Unix seconds. */
  created_at: number
  /** Time in Unix seconds. */
  updated_at: number | null
  organization_id: OrganizationId
  organization_name: string
  /** Whether the organization has priority support, which is part of the premium plan. */
  is_priority: boolean
}

export interface RejectRefundRequest {
  note: string
}

export interface RejectTemplateOfOrganizationRequest {
  reason: string
}

export interface SuspendFormRequest {
  /** What the members of the organization see. */
  reason: string
}

export interface SuspendOrganizationRequest {
  reason: string
}

export type TemplateCategory =
  | 'marketing'
  | 'utility'
  | 'authentication'
  | 'promotional'
  | 'transactional'
  | 'service'
  | (string & {})

export interface WebhookNetworks {
  /** Private networks in CIDR notation and addresses, IPv4 and IPv6. */
  networks: string[]
}

/** `samvad.organizations.credits` */
export class OrganizationsCreditsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Grant a credit.
   *
   * Adds credit to the wallet without a payment. The customer sees `reason` as the description of the transaction. Send
   * an `Idempotency-Key`; repeating the request without one grants the credit twice.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations/{organization_id}/credits`
   */
  grant(organizationId: OrganizationId, body: NewCredit, options?: CallOptions): Answer<Transaction> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/credits`, body, options)
  }
}

/** `samvad.organizations.enterprise` */
export class OrganizationsEnterpriseApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the enterprise pricing status of an organization.
   *
   * The months in which the organization reached 100,000 emails or 50,000 app messages, and the decision on enterprise
   * pricing.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/organizations/{organization_id}/enterprise`
   */
  retrieve(organizationId: OrganizationId, options?: CallOptions): Answer<Enterprise> {
    return this.#transport.get(at`/v1/organizations/${organizationId}/enterprise`, options)
  }

  /**
   * Decide on enterprise pricing for an organization.
   *
   * Granting requires a custom price list of the organization, in force or upcoming. After a decline, the decision is
   * open again when another month reaches the volume. A decision can be changed; the audit log records every decision.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/organizations/{organization_id}/enterprise`
   */
  decide(organizationId: OrganizationId, body: EnterpriseDecision, options?: CallOptions): Answer<Enterprise> {
    return this.#transport.put(at`/v1/organizations/${organizationId}/enterprise`, body, options)
  }
}

export interface ListOrganizationFormsQuery extends PageQuery {
  status?: FormStatus | undefined
  /** Part of the name, in capital or small letters. */
  name?: string | undefined
  /** Whether an operator suspended it. */
  suspended?: boolean | undefined
}

/** `samvad.organizations.forms` */
export class OrganizationsFormsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the forms of an organization.
   *
   * Newest created first, without their fields and settings.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/organizations/{organization_id}/forms`
   */
  list(organizationId: OrganizationId, options?: ListOrganizationFormsQuery & CallOptions): List<ListedForm> {
    return this.#transport.list(at`/v1/organizations/${organizationId}/forms`, options)
  }

  /**
   * Resume a suspended form.
   *
   * Its page opens again if it is published. Resuming a form that is not suspended has no effect.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations/{organization_id}/forms/{form_id}/resume`
   */
  resume(organizationId: OrganizationId, formId: FormId, options?: CallOptions): Answer<ListedForm> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/forms/${formId}/resume`, undefined, options)
  }

  /**
   * Suspend a form.
   *
   * Its page closes within 5 seconds, and it cannot be published or duplicated. Members of the organization see
   * `reason`, and still read the form and its submissions. Suspending a suspended form has no effect.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations/{organization_id}/forms/{form_id}/suspend`
   */
  suspend(
    organizationId: OrganizationId,
    formId: FormId,
    body: SuspendFormRequest,
    options?: CallOptions,
  ): Answer<ListedForm> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/forms/${formId}/suspend`, body, options)
  }
}

/** `samvad.organizations.priceLists` */
export class OrganizationsPriceListsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Assign prices to an organization.
   *
   * Publishes a copy of the price list `price_list_id` as a custom price list of the organization, effective at
   * `effective_from` (default: now). `name` defaults to the name of the copied list. The custom price list applies
   * instead of the default one, even when the default one changes.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations/{organization_id}/price_lists`
   */
  assign(organizationId: OrganizationId, body: PriceListAssignment, options?: CallOptions): Answer<PublishedPriceList> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/price_lists`, body, options)
  }
}

/** `samvad.organizations.prices` */
export class OrganizationsPricesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the prices of an organization.
   *
   * The price list in force, custom or default, and upcoming custom price lists.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/organizations/{organization_id}/prices`
   */
  retrieve(organizationId: OrganizationId, options?: CallOptions): Answer<OrganizationPrices> {
    return this.#transport.get(at`/v1/organizations/${organizationId}/prices`, options)
  }
}

/** `samvad.organizations.refunds` */
export class OrganizationsRefundsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Approve a refund.
   *
   * A refund to the wallet is completed immediately. For a refund to the original payment method (`source`), the credit
   * leaves the wallet immediately and the gateway pays it out; if the payout fails, the credit returns to the wallet.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations/{organization_id}/refunds/{id}/approve`
   */
  approve(
    organizationId: OrganizationId,
    id: RefundId,
    body: ApproveRefundRequest,
    options?: CallOptions,
  ): Answer<QueuedRefund> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/refunds/${id}/approve`, body, options)
  }

  /**
   * Reject a refund.
   *
   * No money moves. The customer sees the reason in `note`.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations/{organization_id}/refunds/{id}/reject`
   */
  reject(
    organizationId: OrganizationId,
    id: RefundId,
    body: RejectRefundRequest,
    options?: CallOptions,
  ): Answer<QueuedRefund> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/refunds/${id}/reject`, body, options)
  }
}

/** `samvad.organizations.templates` */
export class OrganizationsTemplatesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Approve a template of an organization.
   *
   * For operators of the installation, where no provider decides. The version can be used from now on.
   *
   * Permission: `templates.approve`.
   *
   * `POST /v1/organizations/{organization_id}/templates/{id}/approve`
   */
  approve(organizationId: OrganizationId, id: TemplateId, options?: CallOptions): Answer<QueuedTemplate> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/templates/${id}/approve`, undefined, options)
  }

  /**
   * Reject a template of an organization.
   *
   * For operators of the installation. An approved template can be rejected too; it can then no longer be sent.
   *
   * Permission: `templates.approve`.
   *
   * `POST /v1/organizations/{organization_id}/templates/{id}/reject`
   */
  reject(
    organizationId: OrganizationId,
    id: TemplateId,
    body: RejectTemplateOfOrganizationRequest,
    options?: CallOptions,
  ): Answer<QueuedTemplate> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/templates/${id}/reject`, body, options)
  }
}

/** `samvad.organizations.webhookNetworks` */
export class OrganizationsWebhookNetworksApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the private networks of an organization's webhook endpoints.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/organizations/{organization_id}/webhook_networks`
   */
  retrieve(organizationId: OrganizationId, options?: CallOptions): Answer<WebhookNetworks> {
    return this.#transport.get(at`/v1/organizations/${organizationId}/webhook_networks`, options)
  }

  /**
   * Set the private networks of an organization's webhook endpoints.
   *
   * Allows the organization's webhook endpoints in these private networks, in addition to public networks and those of
   * `SAMVAD_ALLOWED_NETWORKS`, and with `http://`. Only the status of their responses is stored. An empty list removes
   * all; no new request is sent there after one second.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/organizations/{organization_id}/webhook_networks`
   */
  update(organizationId: OrganizationId, body: WebhookNetworks, options?: CallOptions): Answer<WebhookNetworks> {
    return this.#transport.put(at`/v1/organizations/${organizationId}/webhook_networks`, body, options)
  }
}

export interface ListOrganizationsQuery extends PageQuery {
  enterprise_eligible?: boolean | undefined
  priority?: boolean | undefined
  /** `priority`: organizations with priority support first, then newest first. Default: `newest`. */
  sort?: QueueSort | undefined
  /** Search text: part of the name, case-insensitive, or the ID. */
  q?: string | undefined
  suspended?: boolean | undefined
  low_balance?: boolean | undefined
  enterprise_status?: EnterpriseStatus | undefined
}

/** `samvad.organizations` */
export class OrganizationsApi {
  readonly #transport: Transport
  readonly credits: OrganizationsCreditsApi
  readonly enterprise: OrganizationsEnterpriseApi
  readonly forms: OrganizationsFormsApi
  readonly priceLists: OrganizationsPriceListsApi
  readonly prices: OrganizationsPricesApi
  readonly refunds: OrganizationsRefundsApi
  readonly templates: OrganizationsTemplatesApi
  readonly webhookNetworks: OrganizationsWebhookNetworksApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.credits = new OrganizationsCreditsApi(transport)
    this.enterprise = new OrganizationsEnterpriseApi(transport)
    this.forms = new OrganizationsFormsApi(transport)
    this.priceLists = new OrganizationsPriceListsApi(transport)
    this.prices = new OrganizationsPricesApi(transport)
    this.refunds = new OrganizationsRefundsApi(transport)
    this.templates = new OrganizationsTemplatesApi(transport)
    this.webhookNetworks = new OrganizationsWebhookNetworksApi(transport)
  }

  /**
   * List organizations.
   *
   * All organizations of the installation, newest first, with balance, number of members, messages of the current month
   * and price list. `q` searches by name or ID. `low_balance` filters by whether a low balance warning applies.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/organizations`
   */
  list(options?: ListOrganizationsQuery & CallOptions): List<OperatedOrganization> {
    return this.#transport.list('/v1/organizations', options)
  }

  /**
   * Create an organization.
   *
   * With `owner_email`, the person with that address is invited as owner, as with `POST /v1/invitations`. If the
   * installation has no mail server, the email is in the sandbox of the first organization that you joined.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations`
   */
  create(body: CreateOrganizationRequest, options?: CallOptions): Answer<Organization> {
    return this.#transport.post('/v1/organizations', body, options)
  }

  /**
   * Retrieve an organization.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/organizations/{id}`
   */
  retrieve(id: OrganizationId, options?: CallOptions): Answer<OperatedOrganization> {
    return this.#transport.get(at`/v1/organizations/${id}`, options)
  }

  /**
   * Resume a suspended organization.
   *
   * Queued messages are then sent. Resuming an organization that is not suspended has no effect.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations/{organization_id}/resume`
   */
  resume(organizationId: OrganizationId, options?: CallOptions): Answer<Organization> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/resume`, undefined, options)
  }

  /**
   * Suspend an organization.
   *
   * Sending and recharging stop within 5 seconds, and queued messages wait. Reading still works. Members of the
   * organization see `reason`. Suspending a suspended organization has no effect.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations/{organization_id}/suspend`
   */
  suspend(
    organizationId: OrganizationId,
    body: SuspendOrganizationRequest,
    options?: CallOptions,
  ): Answer<Organization> {
    return this.#transport.post(at`/v1/organizations/${organizationId}/suspend`, body, options)
  }
}
