// Why the program cannot serve just now, although it runs. It passes by itself once the cause does.

export interface Outage {
  /** As /readyz says it; scripts may rely on the words. */
  reason: 'disk_full' | 'database_unavailable'
  /** A sentence for who looks after it. */
  detail: string
}
