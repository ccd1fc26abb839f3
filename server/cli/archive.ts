// samvad archive base

import { takeBaseNow } from '#backup/archive.ts'
import { archivingOf, mustOwnArchive } from '#program/archiving.ts'
import { command, UsageError } from './command.ts'

export const archiveBase = command({
  noun: 'archive',
  verb: 'base',
  summary: 'take a new copy of all files into the archive, which the program does by itself once a day',
  options: {},
  async run({ app, connection }) {
    const archiving = await archivingOf(app, connection)
    if (archiving === null) throw new UsageError('There is no archive: SAMVAD_ARCHIVE names its folder.')
    await mustOwnArchive(app.settings)
    const { id, finished_at, first_segment, last_segment } = await takeBaseNow(archiving)
    return {
      data: { id, finished_at, first_segment, last_segment },
      lines: [`${id}: from ${finished_at} on, every moment can be restored.`],
    }
  },
})
