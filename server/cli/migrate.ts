// samvad migrate

import { migrate } from '#kit/database/migrate.ts'
import { command } from './command.ts'

export const migrateCommand = command({
  noun: 'migrate',
  verb: null,
  summary: "bring the database to this version's schema; harmless when it is there already",
  options: {},
  makesDatabase: true,
  async run({ connection }) {
    const { applied } = await migrate(connection)
    return { data: { applied }, lines: [applied.length === 0 ? 'Nothing to do.' : `Applied: ${applied.join(', ')}`] }
  },
})
