// The parts of the status in display order. Anything else that operators should see is a file and a line here.

import { backupsPart } from './backups.ts'
import { certificatePart } from './certificate.ts'
import { channelsPart } from './channels.ts'
import { databasePart } from './database.ts'
import { fencePart } from './fence.ts'
import { jobsPart } from './jobs.ts'
import { lastCheckPart } from './last-check.ts'
import type { Part } from './part.ts'
import { paymentsPart } from './payments.ts'
import { programPart } from './program.ts'
import { queuesPart } from './queues.ts'
import { storagePart } from './storage.ts'

export const parts: readonly Part[] = [
  programPart,
  databasePart,
  fencePart,
  queuesPart,
  jobsPart,
  paymentsPart,
  channelsPart,
  storagePart,
  backupsPart,
  certificatePart,
  lastCheckPart,
]
