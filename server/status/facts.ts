// The figures of each part of the status: seconds, bytes, counts and names, with the unit in the name. The API and
// `samvad status --json` return them, the console shows them in tables. Types only.

export interface ProgramFacts {
  is_running: boolean
  is_answering: boolean
  url: string | null
  uptime_seconds: number | null
  /** Null where the processes of the system cannot be listed. */
  processes: ProcessFacts[] | null
  /** These are null while the program does not answer. */
  process_restarts: number | null
  postgres_restarts: number | null
  uncaught_errors: number | null
  event_loop_delay_max_seconds: Record<string, number> | null
}

export interface ProcessFacts {
  role: string
  pid: number
  age_seconds: number
  memory_bytes: number
  /** Itself and its descendants. */
  processes: number
}

export interface DatabaseFacts {
  is_answering: boolean
  version: string
  is_embedded: boolean
  uptime_seconds: number
  size_bytes: number
  /** Null without Citus. */
  citus_machines: number | null
  connections_used: number
  connections_max: number
  connections_of_samvad: number
  oldest_transaction: { seconds: number; backend_pid: number | null; state: string | null } | null
  slowest_statement: { seconds: number; backend_pid: number | null; statement: string | null } | null
  transactions_since_freeze: number
  tables: TableFacts[]
  pending_migrations: string[]
  round_trip_ms: number
  clock_difference_ms: number
}

/** One of the largest tables. */
export interface TableFacts {
  name: string
  size_bytes: number
  rows: number
  dead_rows: number
  /** Unix seconds; null: never. */
  vacuumed_at: number | null
  analyzed_at: number | null
}

export interface FenceFacts {
  fenced: boolean
  /** Unix seconds. */
  since: number | null
  reason: string | null
  /** The database that this installation was moved to; null while it was not moved. */
  moved_to: string | null
}

export interface QueueFacts {
  due_work: { kind: string; count: number; oldest_seconds: number }[]
  deliveries_due: ChannelQueue[]
  deliveries_waiting_for_retry: ChannelQueue[]
  deliveries_in_flight: number
  /** In flight for longer than a lease lasts. */
  deliveries_late: number
  quarantined: number
  inbound_events_failed: number
}

export interface ChannelQueue {
  channel: string
  count: number
  oldest_seconds: number
}

export interface JobsFacts {
  jobs: JobFacts[]
}

/** Since the start of the program. */
export interface JobFacts {
  job: string
  runs: number
  failures: number
  /** Null: not since the start. */
  success_seconds_ago: number | null
}

export interface PaymentFacts {
  gateways: GatewayFacts[]
  refunds_waiting: { status: string; count: number; oldest_seconds: number }[]
  disputes_to_answer: { count: number; respond_by: number | null }
  auto_recharges: { enabled: number; in_grace: number }
}

export interface GatewayFacts {
  name: string
  is_enabled: boolean
  /** New payments go to it. */
  is_current: boolean
  /** Null: none since the start. */
  last_webhook_seconds_ago: number | null
  open_payments: number
  open_oldest_seconds: number | null
  failed_calls: number
}

export interface ChannelsFacts {
  own_mail: string
  mail_receiver: { is_on: false } | { is_on: true; domain: string; port: number; is_listening: boolean | null }
  channels: ChannelFacts[]
}

export interface ChannelFacts {
  channel: string
  own_accounts: number
  is_shared: boolean
  /** Deliveries by outcome, since the start. */
  handed_over: Record<string, number>
  /** Null while the program does not answer. */
  pauses: number | null
  inbound_events_waiting: number
  inbound_events_oldest_seconds: number
  /** Null: none since the start. */
  last_inbound_event_seconds: number | null
}

export interface StorageFacts {
  data_directory: string
  available_bytes: number
  size_bytes: number
}

export interface BackupFacts {
  /** Unix seconds. */
  last_at: number | null
  last_file: string | null
  archive: string | null
  archive_waiting?: number
  archive_waiting_seconds?: number
  archive_failure?: string | null
  /** Unix seconds; null: no full copy, or the archive cannot be read. */
  archive_base_at?: number | null
}

export interface CertificateFacts {
  public_url: string
  /** Unix seconds. */
  valid_until: number | null
  /** Why it is not trusted. */
  trust_error?: string | null
}

export interface DoctorFacts {
  /** Unix seconds. */
  last_at: number | null
  /** The rules that did not hold. */
  broken: string[]
}
