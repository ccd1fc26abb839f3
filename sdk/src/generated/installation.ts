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
  /** Unix seconds of when the one that is running began. */
  started_at: number | null
  /** Why the last one that was asked for came to no end. */
  error: string | null
  /** What the last look that came to an end found; it stays while another one is under way. */
  last: {
    /** Unix seconds. */
    began_at: number
    /** Unix seconds. */
    ended_at: number
    is_healthy: boolean
    invariants: {
      id: string
      /** What must hold. */
      statement: string
      /** At most 20 of the rows that break it; none where it holds. */
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
  /** Of the program that answers. */
  version: string
  /** What is wrong, a sentence each, with what to do. */
  problems: string[]
  parts: {
    /** More may be added. */
    name: string
    state: StatusState
    problems: string[]
    /** What people read. */
    lines: string[]
    /** The same for programs. Facts may be added; those of one name keep their meaning. */
    facts: Record<string, unknown>
  }[]
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
   * See what the doctor found.
   *
   * What the last look that was asked for over the API found, rule by rule: whether everything that must hold of money,
   * messages and invoices does hold. `samvad doctor` looks by itself.
   *
   * Permission: `installation.operate`.
   *
   * `GET /v1/installation/doctor`
   */
  retrieve(options?: CallOptions): Answer<DoctorLook> {
    return this.#transport.get('/v1/installation/doctor', options)
  }

  /**
   * Ask the doctor to look.
   *
   * A worker looks, which takes as long as the tables are large, and changes nothing. Asked again while one is under
   * way, it is that one.
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
   * Look at the installation.
   *
   * How the program, its database, queues, payments, channels and disk are, at this moment, as `samvad status` shows
   * it. Each part is read by itself; what does not answer within two seconds is told as such.
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
