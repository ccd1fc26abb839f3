// Verifies that a sender domain belongs to the organization, by a record that only the domain's holder can set, and
// checks its other records. DNS is queried outside any transaction; the result is stored in one.

import type { App, Scope } from '#kit/app.ts'
import type { Dns } from '#kit/dns.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import { find, sendingHost, show } from './actions.ts'
import type { DomainRow, KeyRow, OwnerRow } from './queries.ts'
import * as queries from './queries.ts'
import {
  type DnsRecord,
  dkimName,
  OVERLAP_MS,
  proofText,
  type RecordState,
  recordsOf,
  signingKey,
  stateOf,
} from './rules.ts'
import type { SenderDomain } from './schema.ts'

/**
 * Looks up the records and returns their states. 409 when another organization has verified the domain and its proof
 * still exists; 503, without any change, when the DNS does not respond.
 */
export async function verify(
  { database }: App,
  dns: Dns,
  scope: Scope,
  doer: audit.Doer,
  id: Uuid,
): Promise<SenderDomain> {
  const { organizationId, at } = scope
  const { reads } = database
  const row = await find(reads, organizationId, id)
  const keys = await reads.rows<KeyRow>(queries.keys(organizationId, [id]))
  const records = recordsOf({ ...row, keys }, await sendingHost(reads, organizationId))
  const texts = await textsOf(dns, records)
  const found: Record<string, RecordState> = {}
  for (const record of records) found[record.name] = stateOf(record, texts.get(record.name) ?? [])
  const isProven = found[`_samvad.${row.name}`] === 'found'
  const seen = keys.filter(({ selector }) => found[dkimName(selector, row.name)] === 'found')

  return database.transaction(async (tx) => {
    if (!(await tx.row(queries.lock(organizationId, id)))) return show(tx, organizationId, id)
    await tx.run(queries.recordFound(organizationId, id, found, at))
    await tx.run(
      queries.markSeen(
        organizationId,
        id,
        seen.map(({ selector }) => selector),
        at,
      ),
    )
    await tx.run(queries.removeKeys(organizationId, id, retired(keys, at)))
    if (isProven) await own(row)
    else await tx.run(queries.disown(organizationId, id))
    return show(tx, organizationId, id)

    async function own({ name, proof, proven_at }: DomainRow): Promise<void> {
      const other = await tx.row<OwnerRow>(queries.owner(name))
      // A former holder of the domain must not block its current one.
      const theirs = texts.get(`_samvad.${name}`) ?? []
      const isLost = other !== undefined && !theirs.includes(proofText(other.proof))
      const lost = isLost ? other.proof : null
      if (!(await tx.row(queries.own(name, { organizationId, id, proof }, lost, at))))
        throw refusal('conflict', 'domain_of_other', { domain: name })
      if (proven_at !== null) return
      const object = publicId('sdom', id)
      audit.record(tx, scope, doer, { action: 'sender_domain.verified', object, details: { name } })
    }
  }, organizationId)
}

async function textsOf(dns: Dns, records: readonly DnsRecord[]): Promise<Map<string, string[]>> {
  const names = [...new Set(records.map(({ name }) => name))]
  try {
    return new Map(await Promise.all(names.map(async (name) => [name, await dns.texts(name)] as const)))
  } catch (error) {
    const problem = (error as NodeJS.ErrnoException).code ?? 'error'
    throw refusal('temporarily_unavailable', 'dns_unavailable', { problem })
  }
}

/** The keys before one that has signed for `OVERLAP_MS`: no mail signed with them is in transit any more. */
function retired(keys: readonly KeyRow[], at: Date): string[] {
  const signing = signingKey(keys)
  if (!signing?.seen_at || at.getTime() - signing.seen_at.getTime() < OVERLAP_MS) return []
  return keys.filter(({ created_at }) => created_at < signing.created_at).map(({ selector }) => selector)
}
