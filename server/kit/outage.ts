// Why the running program cannot serve at the moment. Ends when its cause does.

export interface Outage {
  /** As in /readyz; scripts may rely on the values. */
  reason: 'disk_full' | 'database_unavailable'
  /** A sentence for the operator. */
  detail: string
}
