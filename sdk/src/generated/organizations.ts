// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import { at } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { RefundDestination, RefundFailureReason, RefundId, RefundReason, RefundStatus } from './billing-refunds.ts'
import type { Transaction } from './billing-transactions.ts'
import type { Organization } from './organization.ts'
import type { Channel, InvoiceId, OrganizationId, RechargeId, TemplateId, TransactionId, UserId } from './shared.ts'
import type { TemplateStatus } from './templates.ts'

export interface ApproveRefundRequest {
  note?: string | null | undefined
}

export interface CreateOrganizationRequest {
  name: string
  owner_email?: string | null | undefined
}

export interface NewCredit {
  /** Rupees as a decimal string with at most six decimals. */
  amount: string
  reason: string
}

export interface OrganizationPage {
  /** Whether more exist beyond this page. */
  has_more: boolean
  data: Organization[]
}

export interface QueuedRefund {
  organization_id: OrganizationId
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
  /** Unix seconds. */
  created_at: number
  /** Unix seconds. */
  updated_at: number | null
  organization_id: OrganizationId
}

export interface RejectRefundRequest {
  note: string
}

export interface RejectTemplateOfOrganizationRequest {
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
}

/** `samvad.organizations` */
export class OrganizationsApi {
  readonly #transport: Transport
  readonly credits: OrganizationsCreditsApi
  readonly refunds: OrganizationsRefundsApi
  readonly templates: OrganizationsTemplatesApi
  readonly webhookNetworks: OrganizationsWebhookNetworksApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.credits = new OrganizationsCreditsApi(transport)
    this.refunds = new OrganizationsRefundsApi(transport)
    this.templates = new OrganizationsTemplatesApi(transport)
    this.webhookNetworks = new OrganizationsWebhookNetworksApi(transport)
  }

  /**
   * List the organizations of the installation.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/organizations`
   */
  list(options?: ListOrganizationsQuery & CallOptions): List<Organization> {
    return this.#transport.list('/v1/organizations', options)
  }

  /**
   * Create an organization.
   *
   * With `owner_email`, whoever has that address is invited to be its owner: `POST /v1/invitations` says how.
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
  retrieve(id: OrganizationId, options?: CallOptions): Answer<Organization> {
    return this.#transport.get(at`/v1/organizations/${id}`, options)
  }
}
