// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { LowBalanceLevel } from './billing-balance.ts'
import type { Prices, SmsUnit } from './billing-prices.ts'
import type { RefundDestination, RefundFailureReason, RefundId, RefundReason, RefundStatus } from './billing-refunds.ts'
import type { Transaction } from './billing-transactions.ts'
import type { Organization } from './organization.ts'
import type { PriceListId } from './price-lists.ts'
import type {
  Channel,
  InvoiceId,
  OrganizationId,
  RechargeId,
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
   * Null while no month reached what enterprise pricing begins at; `open` waits for a decision, also when another month
   * reached it after it was declined.
   */
  status: EnterpriseStatus | null
  /** Those that reached it, the last at the front; at most 100. */
  months: {
    /** The calendar month of Asia/Kolkata, YYYY-MM. */
    month: string
    channel: Channel
    /** Unix seconds. */
    reached_at: number
    /** Of the month, by now. */
    message_count: number
  }[]
  decision: EnterpriseDecisionWord | null
  note: string | null
  decided_by: UserId | null
  /** Unix seconds. */
  decided_at: number | null
}

export interface EnterpriseDecision {
  decision: EnterpriseDecisionWord
  note?: string | null | undefined
}

export type EnterpriseDecisionWord = 'granted' | 'declined' | (string & {})

export type EnterpriseStatus = 'open' | 'granted' | 'declined' | (string & {})

export interface NewCredit {
  /** Rupees as a decimal string with at most six decimals. */
  amount: string
  reason: string
}

export interface OperatedOrganization {
  id: OrganizationId
  name: string
  /**
   * Unix seconds of when a month first reached 100,000 emails or 50,000 app messages, from which enterprise pricing
   * applies.
   */
  enterprise_eligible_since: number | null
  /**
   * Unix seconds of when the operator suspended it: sending and recharging are refused with `organization_suspended`,
   * queued messages wait, reading goes on. Null while it is not.
   */
  suspended_at: number | null
  /** What the operator said why. */
  suspension_reason: string | null
  /** Unix seconds. */
  created_at: number
  /** Members and service users. */
  member_count: number
  currency: string
  /** Rupees, two to six decimals. */
  balance: string
  low_balance_warning: LowBalanceLevel | null
  /** The calendar month of Asia/Kolkata, YYYY-MM. */
  month: string
  /** The month's counts, as prices count them; every channel once. */
  messages: {
    channel: Channel
    count: number
  }[]
  /** The one in force. */
  price_list: {
    id: PriceListId
    name: string
    /** Whether it is a contract, and not the list of everybody. */
    is_own: boolean
  }
  /**
   * Null while no month reached what enterprise pricing begins at; `open` waits for a decision, also when another month
   * reached it after it was declined.
   */
  enterprise_status: EnterpriseStatus | null
}

export interface OperatedOrganizationPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: OperatedOrganization[]
}

export interface OrganizationPrices {
  in_force: PublishedPriceList
  /** Of its own, the next at the front; at most 100. */
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
  /** Unix seconds. */
  effective_from: number
  /** What the count of SMS counts, and what a price is for. */
  sms_unit: SmsUnit
  prices: {
    email: Prices
    app_session: Prices
    app_template: Prices
    sms: Prices
  }
  /** Whose contract it is; null for the list of everybody else. */
  organization_id: OrganizationId | null
  /** Unix seconds. */
  published_at: number
}

export interface QueuedRefund {
  organization_id: OrganizationId
  organization_name: string
  requested_by: UserId
  id: RefundId
  status: RefundStatus
  reason: RefundReason
  destination: RefundDestination
  /** Rupees, two to six decimals. */
  amount: string
  /** Rupees, two to six decimals. */
  tax: string
  /** Rupees, two to six decimals. */
  total: string
  currency: string
  transaction_id: TransactionId
  recharge_id: RechargeId | null
  refund_transaction_id: TransactionId | null
  credit_note_id: InvoiceId | null
  note: string | null
  /** What the operator said to it. */
  decision_note: string | null
  /** When it should arrive at the earliest, by the calendar of India. */
  expected_from: string | null
  /** When it should have arrived, by the calendar of India. */
  expected_by: string | null
  /** What the customer's bank knows it by. */
  reference: string | null
  failure_reason: RefundFailureReason | null
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  approved_at: number | null
  /** Unix seconds. */
  completed_at: number | null
}

export interface QueuedTemplate {
  id: TemplateId
  name: string
  channel: Channel
  language: string
  category: TemplateCategory
  /** Of the latest version. */
  status: TemplateStatus
  /** The latest one, which is shown. */
  version: number
  /** The one that messages are made from; null when none can be. */
  approved_version: number | null
  subject: string | null
  text: string | null
  html: string | null
  /** The names of its variables. */
  variables: string[]
  /** Of an SMS: the id under which its text is registered (DLT). */
  registered_id: string | null
  /** Of an SMS: the sender that it is registered for. */
  header: string | null
  /** Why it was rejected or paused. */
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
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  updated_at: number | null
  organization_id: OrganizationId
  organization_name: string
}

export interface RejectRefundRequest {
  note: string
}

export interface RejectTemplateOfOrganizationRequest {
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
  /** Private networks and addresses, IPv4 and IPv6. */
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
   * Adds to the wallet without a payment. The reason is what the customer reads in the transaction. Send an
   * `Idempotency-Key`: whoever repeats it without one grants twice.
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
   * See whether enterprise pricing applies to an organization.
   *
   * The months that reached 100,000 emails or 50,000 app messages, and what was decided.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/organizations/{organization_id}/enterprise`
   */
  retrieve(organizationId: OrganizationId, options?: CallOptions): Answer<Enterprise> {
    return this.#transport.get(at`/v1/organizations/${organizationId}/enterprise`, options)
  }

  /**
   * Decide on the enterprise pricing of an organization.
   *
   * To be granted the organization needs a price list of its own, in force or to come. What is declined is open again
   * when another month reaches it. May be decided anew; who did what is in the audit log.
   *
   * Permission: `installation.operate`.
   *
   * `PUT /v1/organizations/{organization_id}/enterprise`
   */
  decide(organizationId: OrganizationId, body: EnterpriseDecision, options?: CallOptions): Answer<Enterprise> {
    return this.#transport.put(at`/v1/organizations/${organizationId}/enterprise`, body, options)
  }
}

/** `samvad.organizations.priceLists` */
export class OrganizationsPriceListsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Give an organization the prices of a price list.
   *
   * Publishes the prices of `price_list_id`, whosever it is, once more as the organization's own, under its name or
   * `name`: at `effective_from`, by default now. From then on they hold in place of the default list, also when that
   * changes.
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
   * See what messages cost an organization.
   *
   * The price list in force, its own or that of everybody, and those of its own that are to come.
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
   * To the wallet it is completed at once. To the source the credit leaves the wallet at once and the gateway is asked
   * to pay it out; it returns to the wallet if that fails.
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
   * No money has moved, and none does. `note` says why; the customer reads it.
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
   * By an operator of the installation, where no provider decides. It is in use from now on.
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
   * By an operator of the installation; one that was approved as well, and then nothing more is accepted with it.
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
   * Its endpoints may be there besides the public networks and those of `SAMVAD_ALLOWED_NETWORKS`, by `http://` too; of
   * what they answer only the status is kept. An empty list takes them back: within a second nothing new goes there.
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
  /** Part of the name, in any case; or the id. */
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
  readonly priceLists: OrganizationsPriceListsApi
  readonly prices: OrganizationsPricesApi
  readonly refunds: OrganizationsRefundsApi
  readonly templates: OrganizationsTemplatesApi
  readonly webhookNetworks: OrganizationsWebhookNetworksApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.credits = new OrganizationsCreditsApi(transport)
    this.enterprise = new OrganizationsEnterpriseApi(transport)
    this.priceLists = new OrganizationsPriceListsApi(transport)
    this.prices = new OrganizationsPricesApi(transport)
    this.refunds = new OrganizationsRefundsApi(transport)
    this.templates = new OrganizationsTemplatesApi(transport)
    this.webhookNetworks = new OrganizationsWebhookNetworksApi(transport)
  }

  /**
   * List the organizations of the installation.
   *
   * Newest first, each with its balance, members, the messages of the month and its prices. `q` finds by name or id,
   * `low_balance` those that are warned.
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
   * With `owner_email`, whoever has that address is invited to be its owner: `POST /v1/invitations` says how. Without a
   * mail server the mail lies in the sandbox of your own organization, the first that you joined.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/organizations`
   */
  create(body: CreateOrganizationRequest, options?: CallOptions): Answer<Organization> {
    return this.#transport.post('/v1/organizations', body, options)
  }

  /**
   * Retrieve an organization of the installation.
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
   * What waited goes out by itself. Said again, it changes nothing.
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
   * Sending and recharging stop within 5 seconds, what is queued waits, reading goes on. `reason` is what its members
   * read. Said again, it changes nothing.
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
