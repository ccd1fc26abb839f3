// samvad audit list

import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import { firstBreak } from '#people/audit/chain.ts'
import type { AuditEntry } from '#people/audit/schema.ts'
import { command, UsageError } from './command.ts'
import { organizationNamed } from './named.ts'
import { everyPage } from './pages.ts'

const ENTRIES_DEFAULT = 100
/** All of them are in memory at once. */
const ENTRIES_MAX = 100_000

export const auditList = command({
  noun: 'audit',
  verb: 'list',
  summary: 'list the audit log (money, team, access tokens, settings), newest first, and verify its chain',
  options: {
    organization: { type: 'string', value: 'ID', meaning: 'organization; optional if there is only one' },
    installation: { type: 'boolean', meaning: 'entries that belong to no organization, such as payment gateways' },
    limit: { type: 'string', value: 'N', meaning: `maximum number of rows; default: ${ENTRIES_DEFAULT}` },
  },
  async run({ app, options }) {
    if (options.installation && options.organization !== undefined)
      throw new UsageError('--installation and --organization cannot be combined')
    const limit = limitOf(options.limit)
    const { reads } = app.database
    const chain = options.installation ? audit.INSTALLATION : await organizationNamed(reads, options.organization)
    const entries = await everyPage('audit', (page) => audit.list(reads, chain, page), limit)
    const broken = firstBreak(chain, entries.toReversed())
    return {
      data: {
        organization_id: options.installation ? null : publicId('org', chain),
        is_unbroken: broken === null,
        broken_at_sequence: broken,
        data: entries,
      },
      lines: [...entries.map(line), '', verdict(entries, broken)],
      exitCode: broken === null ? 0 : 1,
    }
  },
})

function limitOf(text: string | undefined): number {
  if (text === undefined) return ENTRIES_DEFAULT
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > ENTRIES_MAX)
    throw new UsageError(`--limit ${text}: must be a number from 1 to ${ENTRIES_MAX}`)
  return limit
}

function line({ sequence, created_at, actor, user_id, token_id, action, object, details }: AuditEntry): string {
  const who = user_id === null ? actor : token_id === null ? user_id : `${user_id} (${token_id})`
  const when = new Date(created_at * 1000).toISOString().replace('.000', '')
  return [sequence, when, who, action, object ?? '-', JSON.stringify(details)].join('  ')
}

function verdict(entries: AuditEntry[], broken: number | null): string {
  if (entries.length === 0) return 'Nothing is recorded.'
  if (broken === null) return 'The chain of these entries is unbroken.'
  return `The chain is BROKEN: entry ${broken} does not follow from the one before it.`
}
