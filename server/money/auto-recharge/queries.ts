// SQL of auto-recharge: settings and attempts. Written only with the wallet locked.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { Kind, LinkReason } from './rules.ts'

export interface SettingsRow {
  enabled: boolean
  threshold_micros: Micros
  amount_micros: Micros
  /** Null: the default. */
  monthly_limit_micros: Micros | null
  mandate_max_micros: Micros
  configured_by: Uuid
  authorization_recharge_id: Uuid | null
  by_link: boolean
  armed_version: bigint
  called: boolean
  grace_started_at: Date | null
  failed_attempts: number
  retries_used: number
  next_attempt_at: Date | null
  held_until: Date | null
  held_by: string | null
  updated_at: Date
}

export function settings(organizationId: Uuid): Statement {
  return sql`
    select enabled, threshold_micros, amount_micros, monthly_limit_micros, mandate_max_micros, configured_by,
           authorization_recharge_id, by_link, armed_version, called, grace_started_at, failed_attempts, retries_used,
             next_attempt_at, held_until,
           held_by, updated_at
      from auto_recharges where org_id = ${organizationId}`
}

export function save(organizationId: Uuid, row: SettingsRow): Statement {
  return sql`
    insert into auto_recharges (org_id, enabled, threshold_micros, amount_micros, monthly_limit_micros,
      mandate_max_micros,
                                configured_by, authorization_recharge_id, by_link, armed_version, called,
                                  grace_started_at, failed_attempts,
                                retries_used, next_attempt_at, held_until, held_by, updated_at)
    values (${organizationId}, ${row.enabled}, ${row.threshold_micros}, ${row.amount_micros},
      ${row.monthly_limit_micros},
            ${row.mandate_max_micros}, ${row.configured_by}, ${row.authorization_recharge_id}, ${row.by_link},
              ${row.armed_version}, ${row.called},
            ${row.grace_started_at}, ${row.failed_attempts}, ${row.retries_used}, ${row.next_attempt_at},
              ${row.held_until},
            ${row.held_by}, ${row.updated_at})
    on conflict (org_id) do update
       set enabled = excluded.enabled, threshold_micros = excluded.threshold_micros,
         amount_micros = excluded.amount_micros,
           monthly_limit_micros = excluded.monthly_limit_micros, mandate_max_micros = excluded.mandate_max_micros,
           configured_by = excluded.configured_by, authorization_recharge_id = excluded.authorization_recharge_id,
           by_link = excluded.by_link,
           armed_version = excluded.armed_version, called = excluded.called,
             grace_started_at = excluded.grace_started_at, failed_attempts = excluded.failed_attempts,
           retries_used = excluded.retries_used, next_attempt_at = excluded.next_attempt_at,
             held_until = excluded.held_until,
           held_by = excluded.held_by, updated_at = excluded.updated_at`
}

// --- Attempts --------------------------------------------------------------------------------------------------------

export interface AttemptRow {
  recharge_id: Uuid
  kind: Kind
  mandate_id: Uuid | null
  link_reason: LinkReason | null
  amount_micros: Micros
  notice_ms: bigint
  begun_at: Date
  ask_at: Date | null
  ask_count: number
  asked_at: Date | null
  debit_at: Date | null
  outcome: 'succeeded' | 'failed' | 'left' | null
}

const columns = sql`
  recharge_id, kind, mandate_id, link_reason, amount_micros, notice_ms, begun_at, ask_at, ask_count, asked_at,
    debit_at, outcome`

export function attempt(organizationId: Uuid, rechargeId: Uuid): Statement {
  return sql`select ${columns} from auto_recharge_attempts
    where org_id = ${organizationId} and recharge_id = ${rechargeId}`
}

export function openAttempt(organizationId: Uuid): Statement {
  return sql`select ${columns} from auto_recharge_attempts where org_id = ${organizationId} and outcome is null`
}

export function lastLink(organizationId: Uuid): Statement {
  return sql`
    select ${columns} from auto_recharge_attempts
     where org_id = ${organizationId} and kind = 'link' order by begun_at desc, recharge_id desc limit 1`
}

export interface NewAttempt {
  rechargeId: Uuid
  kind: Kind
  mandateId: Uuid | null
  linkReason: LinkReason | null
  amount: Micros
  noticeMs: number
}

/** An abandoned link can be requested again; nothing else is started twice. */
export function begin(organizationId: Uuid, attempt: NewAttempt, at: Date): Statement {
  return sql`
    insert into auto_recharge_attempts (org_id, recharge_id, kind, mandate_id, link_reason, amount_micros, notice_ms,
      begun_at, ask_at)
    values (${organizationId}, ${attempt.rechargeId}, ${attempt.kind}, ${attempt.mandateId}, ${attempt.linkReason},
      ${attempt.amount},
            ${attempt.noticeMs}, ${at}, ${at})
    on conflict (org_id, recharge_id) do update
       set link_reason = excluded.link_reason, begun_at = excluded.begun_at, ask_at = excluded.ask_at, ask_count = 0,
           asked_at = null, outcome = null, ended_at = null
     where auto_recharge_attempts.kind = 'link' and auto_recharge_attempts.outcome = 'left'
    returning ${columns}`
}

/**
 * Updates one row for the first caller, and none for others until the claim ends: some gateways do not deduplicate
 * concurrent requests.
 */
export function claimRequest(organizationId: Uuid, { recharge_id, ask_at }: AttemptRow, claimEnd: Date): Statement {
  return sql`
    update auto_recharge_attempts set ask_at = ${claimEnd}, ask_count = ask_count + 1
     where org_id = ${organizationId} and recharge_id = ${recharge_id} and ask_at = ${ask_at} and outcome is null`
}

/** Updates one row for the first caller, and none later. */
export function markRequested(organizationId: Uuid, rechargeId: Uuid, debitAt: Date | null, at: Date): Statement {
  return sql`
    update auto_recharge_attempts set asked_at = ${at}, debit_at = ${debitAt}, ask_at = null
     where org_id = ${organizationId} and recharge_id = ${rechargeId} and asked_at is null`
}

export function askAgain(organizationId: Uuid, rechargeId: Uuid, askAt: Date): Statement {
  return sql`
    update auto_recharge_attempts set ask_at = ${askAt}
     where org_id = ${organizationId} and recharge_id = ${rechargeId} and asked_at is null and outcome is null`
}

/** The mandate cannot be used: turns the debit into a payment link. */
export function becomeLink(organizationId: Uuid, rechargeId: Uuid, reason: LinkReason, at: Date): Statement {
  return sql`
    update auto_recharge_attempts
       set kind = 'link', link_reason = ${reason}, begun_at = ${at}, ask_at = ${at}, ask_count = 0, asked_at = null,
         debit_at = null
     where org_id = ${organizationId} and recharge_id = ${rechargeId} and kind = 'debit' and outcome is null
    returning ${columns}`
}

export function end(organizationId: Uuid, rechargeId: Uuid, outcome: string, at: Date): Statement {
  return sql`
    update auto_recharge_attempts set outcome = ${outcome}, ended_at = ${at}, ask_at = null
     where org_id = ${organizationId} and recharge_id = ${rechargeId}`
}

export function begunSince(organizationId: Uuid, since: Date): Statement {
  return sql`select begun_at from auto_recharge_attempts where org_id = ${organizationId} and begun_at > ${since}`
}

/** The amount debited automatically within a period, without manual payments. */
export function charged(organizationId: Uuid, start: Date, end: Date): Statement {
  return sql`
    select coalesce(sum(amount_micros), 0)::int8 as amount_micros from auto_recharge_attempts
     where org_id = ${organizationId} and outcome = 'succeeded' and kind = 'debit' and ended_at >= ${start}
       and ended_at < ${end}`
}

/**
 * Over all organizations: how many have it enabled, and how many are in a grace period after a failed automatic
 * payment.
 */
export function inGrace(): Statement {
  return sql`
    select count(org_id) as enabled, count(org_id) filter (where grace_started_at is not null) as in_grace
      from auto_recharges where enabled`
}

/** Over all organizations: debits and links not requested from a gateway yet. */
export function waitingRequests(before: Date): Statement {
  return sql`
    select org_id, kind as by, count(*) as count, min(begun_at) as oldest,
           count(*) filter (where begun_at < ${before}) as early
      from auto_recharge_attempts where outcome is null and asked_at is null group by org_id, kind
     order by org_id, kind`
}
