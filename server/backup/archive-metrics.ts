// Metrics of archiving.

import { Gauge } from 'prom-client'
import { registry } from '#kit/metrics.ts'

export const archiveLastCopy = new Gauge({
  name: 'samvad_archive_last_copy_timestamp_seconds',
  help: 'Time of the last complete base copy in the archive, 0 if unknown.',
  registers: [registry],
})
