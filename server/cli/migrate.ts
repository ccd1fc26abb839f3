// samvad migrate

import { migrate } from '#kit/database/migrate.ts'
import { command } from './command.ts'

export const migrateCommand = command({
  noun: 'migrate',
  verb: null,
  summary: "migrate the database to this version's schema; does nothing if it is up to date",
  options: {},
  makesDatabase: true,
  async run({ connection }) {
    const { applied } = await migrate(connection)
    return {
      data: { applied },
      lines: [applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`],
    }
  },
})
