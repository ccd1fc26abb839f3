// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Answer } from '../answer.ts'
import type { List, PageQuery } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport.ts'
import type { AuditAction, AuditEntry } from './audit-log.ts'
import type { PeriodEnd, Time, UserId } from './shared.ts'

export interface DoctorLook {
  status: DoctorLookStatus
  /** When the last check was requested, in Unix seconds. Null if never. */
  asked_at: number | null
  /** When the running check started, in Unix seconds. Null if no check is running. */
  started_at: number | null
  /** Why the last requested check failed. Null if it did not fail. */
  error: string | null
  /** Result of the last finished check, even while another check is running. Null before the first one. */
  last: {
    /** Time in Unix seconds. */
    began_at: number
    /** Time in Unix seconds. */
    ended_at: number
    /** Whether every rule holds. */
    is_healthy: boolean
    invariants: {
      id: string
      /** The rule, in English. */
      statement: string
      /** Stable code of the rule. More codes may be added. */
      code: string
      params: {
        /** Number of rows that break the rule; 20 means at least 20. */
        rows: number
        /** IDs of some of these rows, or their first values if they have no ID. */
        examples: string[]
      }
      /** The rule if it holds, otherwise what breaks it, in English. */
      message: string
      /** At most 20 of the rows that break the rule. Empty if the rule holds. */
      broken_by: (Record<string, unknown>)[]
    }[]
  } | null
}

export type DoctorLookStatus = 'never' | 'queued' | 'running' | 'completed' | 'failed' | (string & {})

export type InstallationState = 'good' | 'wrong' | (string & {})

export interface InstallationStatus {
  state: InstallationState
  /** Time in Unix seconds. */
  at: number
  /** Version of the program that returns this status. */
  version: string
  /** Name of the part, what is wrong and how to fix it, in English. */
  problems: string[]
  /** The same problems as data, in the same order. */
  problem_details: StatusProblem[]
  parts: {
    /** Name of the part. More parts may be added. */
    name: string
    state: StatusState
    problems: string[]
    /** The same problems as data, in the same order. */
    problem_details: StatusMessage[]
    /** Lines printed by `samvad status`, each with a label and a value. */
    lines: string[]
    /** The same lines as data, in the same order. */
    line_details: StatusMessage[]
    /**
     * All figures of the part, by name. Names keep their meaning; more may be added. Some facts also appear under a
     * deprecated name (`arrivals_*`, `last_arrival_seconds`, `deliveries_put_off`, `deliveries_in_hand`, `fault`),
     * which will be removed in version 0.6.
     */
    facts: Record<string, unknown>
  }[]
}

export interface StatusMessage {
  /** Stable code of the message, such as `migrations_pending`. More codes may be added. */
  code: string
  /** Values used in the message: numbers, names and lists of names. Names of parameters contain their units. */
  params: Record<string, unknown>
  /** The message in English. */
  message: string
}

export interface StatusProblem {
  part: string
  /** Stable code of the message, such as `migrations_pending`. More codes may be added. */
  code: string
  /** Values used in the message: numbers, names and lists of names. Names of parameters contain their units. */
  params: Record<string, unknown>
  /** The message in English. */
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
   * List audit log entries of the installation.
   *
   * Actions of operators that belong to no organization, such as changes to the default price list or the payment
   * gateways.
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
   * Retrieve the last doctor check.
   *
   * The result of the last check requested through the API: for each rule about money, messages and invoices, whether
   * it holds. `samvad doctor` runs a separate check.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/installation/doctor`
   */
  retrieve(options?: CallOptions): Answer<DoctorLook> {
    return this.#transport.get('/v1/installation/doctor', options)
  }

  /**
   * Start a doctor check.
   *
   * A worker checks every rule, without changing any data. The check takes longer with more data. If a check is already
   * queued or running, that check is returned.
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
   * Retrieve installation status.
   *
   * The current state of the program, database, queues, payments, channels and disk, as printed by `samvad status`.
   * Each part is checked separately; a part that does not respond within 2 seconds is reported as a problem.
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
