// What archiving measures of itself.

import { Gauge } from 'prom-client'
import { registry } from '#kit/metrics.ts'

export const archiveLastCopy = new Gauge({
  name: 'samvad_archive_last_copy_timestamp_seconds',
  help: 'When the last whole copy in the archive was finished; 0 when none is known.',
  registers: [registry],
})
