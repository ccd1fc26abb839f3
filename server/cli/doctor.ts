// samvad doctor

import { checkAtLeisure, describe } from '#doctor/actions.ts'
import { invariants } from '#doctor/invariants.ts'
import { startNotes } from '../start-notes.ts'
import { command } from './command.ts'

export const doctorCommand = command({
  noun: 'doctor',
  verb: null,
  summary: 'look whether everything that must hold of money, messages and invoices does hold; changes nothing',
  options: {},
  async run({ app }) {
    const broken = new Map((await app.database.transaction(checkAtLeisure)).map((finding) => [finding.id, finding]))
    const lines = invariants.map(({ id, statement }) => {
      const finding = broken.get(id)
      return finding ? describe(finding) : `${id}  ok  ${statement}`
    })
    const notes = await startNotes(app)
    const verdict = broken.size === 0 ? 'All of it holds.' : `Broken: ${[...broken.keys()].join(', ')}`
    return {
      data: {
        is_healthy: broken.size === 0,
        notes,
        invariants: invariants.map(({ id, statement }) => ({ id, statement, broken_by: broken.get(id)?.rows ?? [] })),
      },
      text: [...lines, '', verdict, ...notes.map((note) => `Note: ${note}`)].join('\n'),
      exitCode: broken.size === 0 ? 0 : 1,
    }
  },
})
