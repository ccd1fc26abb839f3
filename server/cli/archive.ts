// samvad archive base

import { ship } from '#backup/shipping.ts'
import { takeBaseNow } from '#backup/taking.ts'
import { archivingOf, ownArchive } from '#program/archiving.ts'
import { command, UsageError } from './command.ts'
import { aborted } from './program.ts'

/** A store that does not respond within this time is reported as unavailable. */
const FIRST_ANSWER_LIMIT_MS = 20_000

export const archiveBase = command({
  noun: 'archive',
  verb: 'base',
  summary: 'take a new base backup into the archive; the program does this once a day',
  options: {},
  async run({ app, connection }) {
    const own = await ownArchive(app.settings)
    if (own === null) throw new UsageError('No archive is configured. Set SAMVAD_ARCHIVE.')
    await own.mustBeOwn(AbortSignal.timeout(FIRST_ANSWER_LIMIT_MS))
    const archiving = await archivingOf(app, connection, own)
    const shipMeanwhile = () => ship(own.archive, archiving.dataDirectory)
    const { id, finished_at, first_segment, last_segment } = await takeBaseNow(archiving, aborted(), shipMeanwhile)
    return {
      data: { id, finished_at, first_segment, last_segment },
      lines: [`${id}: you can restore to any time from ${finished_at}.`],
    }
  },
})
