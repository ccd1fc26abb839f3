// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { PeriodEnd, Time, UserId } from './shared.ts'
import type { TokenId } from './tokens.ts'

export type AuditAction =
  | 'token.created'
  | 'token.revoked'
  | 'role.created'
  | 'role.updated'
  | 'role.deleted'
  | 'member.added'
  | 'member.updated'
  | 'member.removed'
  | 'invitation.created'
  | 'invitation.accepted'
  | 'invitation.revoked'
  | 'service_user.created'
  | 'service_user.updated'
  | 'service_user.removed'
  | 'password.changed'
  | 'address.changed'
  | 'address.restored'
  | 'session.ended'
  | 'factor.added'
  | 'factor.updated'
  | 'factor.removed'
  | 'recovery_codes.made'
  | 'recovery_code.used'
  | 'operator.appointed'
  | 'organization.created'
  | 'organization.updated'
  | 'organization.suspended'
  | 'organization.resumed'
  | 'organization.enterprise_decided'
  | 'organization.webhook_networks_set'
  | 'channel_account.updated'
  | 'channel_account.removed'
  | 'quarantine.listed'
  | 'quarantine.read'
  | 'quarantine.released'
  | 'quarantine.assigned'
  | 'quarantine.discarded'
  | 'sender_domain.created'
  | 'sender_domain.updated'
  | 'sender_domain.verified'
  | 'sender_domain.key_rotated'
  | 'sender_domain.removed'
  | 'webhook_endpoint.created'
  | 'webhook_endpoint.updated'
  | 'webhook_endpoint.deleted'
  | 'webhook_endpoint.secret_rotated'
  | 'webhook_endpoint.switched_off'
  | 'template.created'
  | 'template.updated'
  | 'template.deleted'
  | 'template.submitted'
  | 'template.approved'
  | 'template.rejected'
  | 'template.paused'
  | 'template.resumed'
  | 'form.created'
  | 'form.updated'
  | 'form.published'
  | 'form.unpublished'
  | 'form.suspended'
  | 'form.resumed'
  | 'form.deleted'
  | 'form.submissions_expired'
  | 'domain.created'
  | 'domain.updated'
  | 'domain.verified'
  | 'domain.unverified'
  | 'domain.deleted'
  | 'campaign.created'
  | 'campaign.updated'
  | 'campaign.deleted'
  | 'campaign.scheduled'
  | 'campaign.started'
  | 'campaign.paused'
  | 'campaign.resumed'
  | 'campaign.cancelled'
  | 'campaign.completed'
  | 'delivery.resolved'
  | 'billing_profile.updated'
  | 'recharge.created'
  | 'recharge.retried'
  | 'recharge.succeeded'
  | 'recharge.failed'
  | 'auto_recharge.updated'
  | 'auto_recharge.switched_off'
  | 'subscription.requested'
  | 'subscription.cancelled'
  | 'subscription.resumed'
  | 'subscription.changed'
  | 'subscription_payment.created'
  | 'subscription_payment.succeeded'
  | 'subscription_payment.failed'
  | 'mandate.requested'
  | 'mandate.given'
  | 'mandate.ended'
  | 'refund.requested'
  | 'refund.started'
  | 'refund.approved'
  | 'refund.rejected'
  | 'refund.completed'
  | 'refund.failed'
  | 'payment.disputed'
  | 'payment.refunded_at_gateway'
  | 'payment.taken_back'
  | 'credit.granted'
  | 'invoice.issued'
  | 'export.requested'
  | 'export.cancelled'
  | 'import.requested'
  | 'import.cancelled'
  | 'segment.created'
  | 'segment.updated'
  | 'segment.deleted'
  | 'price_list.published'
  | 'plan_list.published'
  | 'month.rerated'
  | 'gateway.updated'
  | 'gateway.removed'
  | 'fence.raised'
  | 'fence.lifted'
  | 'installation.moved'
  | 'key.rotated'
  | 'key.forgotten'
  | 'contact.exported'
  | 'contact.erased'
  | 'contact.merged'
  | (string & {})

export type AuditActor = 'user' | 'system' | 'command_line' | (string & {})

export interface AuditEntry {
  id: AuditEntryId
  /** Position in the log, starting at 1, without gaps. */
  sequence: number
  actor: AuditActor
  user_id: UserId | null
  token_id: TokenId | null
  action: AuditAction
  /** ID of the object that the action changed. */
  object: string | null
  /** Details of the action; the fields depend on `action`. */
  details: Record<string, unknown>
  /** Time in Unix seconds. */
  created_at: number
  /** SHA-256 hash, in hexadecimal, of the entry and the hash of the previous entry. */
  hash: string
}

export type AuditEntryId = string

export interface AuditEntryPage {
  /** Whether there are more items beyond this page. */
  has_more: boolean
  data: AuditEntry[]
}

export interface ListAuditLogQuery extends PageQuery {
  action?: AuditAction | undefined
  user_id?: UserId | undefined
  object?: string | undefined
  from?: Time | undefined
  to?: PeriodEnd | undefined
}

/** `samvad.auditLog` */
export class AuditLogApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List audit log entries.
   *
   * Who changed money, prices, team, access tokens and settings of the organization, newest first. The log is
   * append-only: the hash of every entry covers the entry and the hash before it, and `samvad doctor` verifies the
   * chain.
   *
   * Permission: `audit.view`.
   *
   * `GET /v1/audit_log`
   */
  list(options?: ListAuditLogQuery & CallOptions): List<AuditEntry> {
    return this.#transport.list('/v1/audit_log', options)
  }
}
