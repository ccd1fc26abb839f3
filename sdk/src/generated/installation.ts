// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AuditAction, AuditEntry } from './audit-log.ts'
import type { PeriodEnd, Time, UserId } from './shared.ts'

export interface DoctorLook {
  status: DoctorLookStatus
  /** Unix seconds. */
  asked_at: number | null
  /** When the running check started, in Unix seconds. */
  started_at: number | null
  /** Why the last requested check failed. */
  error: string | null
  /** The result of the last check that finished, also while another check is running. */
  last: {
    /** Unix seconds. */
    began_at: number
    /** Unix seconds. */
    ended_at: number
    is_healthy: boolean
    invariants: {
      id: string
      /** The rule, in English. */
      statement: string
      /** The id of the rule. More may be added. */
      code: string
      params: {
        /** How many of `broken_by` break the rule; 20 means at least 20. */
        rows: number
        /** What names some of these rows: an id, or else their first value. */
        examples: string[]
      }
      /** The rule where it holds, else what breaks it, in English. */
      message: string
      /** At most 20 of the rows that break the rule; none where it holds. */
      broken_by: (Record<string, unknown>)[]
    }[]
  } | null
}

export type DoctorLookStatus = 'never' | 'queued' | 'running' | 'completed' | 'failed' | (string & {})

export type InstallationState = 'good' | 'wrong' | (string & {})

export interface InstallationStatus {
  state: InstallationState
  /** Unix seconds. */
  at: number
  /** The version of the program that answers. */
  version: string
  /** What is wrong and what to do, after the name of the part. */
  problems: string[]
  /** The same problems as data, in the same order. */
  problem_details: StatusProblem[]
  parts: {
    /** More may be added. */
    name: string
    state: StatusState
    problems: string[]
    /** The same problems as data, in the same order. */
    problem_details: StatusMessage[]
    /** What `samvad status` prints, each a label and a value. */
    lines: string[]
    /** The same lines as data, in the same order. */
    line_details: StatusMessage[]
    /**
     * All figures of the part. Facts may be added; a name keeps its meaning. Some facts also appear under an earlier
     * name (`arrivals_*`, `last_arrival_seconds`, `deliveries_put_off`, `deliveries_in_hand`, `fault`), which version
     * 0.6 removes.
     */
    facts: Record<string, unknown>
  }[]
}

export interface StatusMessage {
  /** What is said, such as `migrations_pending`. More may be added. */
  code: string
  /** What fills in the message: numbers, names and lists of names, with units in the names. */
  params: Record<string, unknown>
  /** The same in English. */
  message: string
}

export interface StatusProblem {
  part: string
  /** What is said, such as `migrations_pending`. More may be added. */
  code: string
  /** What fills in the message: numbers, names and lists of names, with units in the names. */
  params: Record<string, unknown>
  /** The same in English. */
  message: string
}

export type StatusState = 'good' | 'wrong' | 'unknown' | (string & {})

export interface ListInstallationAuditLogQuery extends PageQuery {
  action?: AuditAction | undefined
  user_id?: UserId | undefined
  object?: string | undefined
  from?: Time | undefined
  to?: PeriodEnd | undefined
}

/** `samvad.installation.auditLog` */
export class InstallationAuditLogApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the installation's audit log.
   *
   * What operators did that belongs to no organization, such as the default price list and the gateways.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/installation/audit_log`
   */
  list(options?: ListInstallationAuditLogQuery & CallOptions): List<AuditEntry> {
    return this.#transport.list('/v1/installation/audit_log', options)
  }
}

/** `samvad.installation.doctor` */
export class InstallationDoctorApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the last check of the doctor.
   *
   * The result of the last check that was requested over the API, rule by rule: whether the rules for money, messages
   * and invoices hold. `samvad doctor` makes its own check.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/installation/doctor`
   */
  retrieve(options?: CallOptions): Answer<DoctorLook> {
    return this.#transport.get('/v1/installation/doctor', options)
  }

  /**
   * Request a check of the doctor.
   *
   * A worker checks every rule and changes nothing. The larger the tables, the longer it takes. While a check is queued
   * or running, another request returns that check.
   *
   * Permission: `installation.operate`.
   *
   * `POST /v1/installation/doctor`
   */
  ask(options?: CallOptions): Answer<DoctorLook> {
    return this.#transport.post('/v1/installation/doctor', undefined, options)
  }
}

/** `samvad.installation.status` */
export class InstallationStatusApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Retrieve the status of the installation.
   *
   * The state of the program, its database, queues, payments, channels and disk at this moment, as `samvad status`
   * prints it. Each part is read by itself; a part that does not answer within two seconds is reported as a problem.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/installation/status`
   */
  retrieve(options?: CallOptions): Answer<InstallationStatus> {
    return this.#transport.get('/v1/installation/status', options)
  }
}

/** `samvad.installation` */
export class InstallationApi {
  readonly auditLog: InstallationAuditLogApi
  readonly doctor: InstallationDoctorApi
  readonly status: InstallationStatusApi

  constructor(transport: Transport) {
    this.auditLog = new InstallationAuditLogApi(transport)
    this.doctor = new InstallationDoctorApi(transport)
    this.status = new InstallationStatusApi(transport)
  }
}
