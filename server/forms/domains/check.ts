// Checks the TXT record of a form domain: verifies the domain, reports a missing record, and revokes the verification
// when the record stays missing. DNS is queried outside any transaction.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Dns } from '#kit/dns.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import type * as audit from '#people/audit/actions.ts'
import { find, lock, tell } from './actions.ts'
import type { DomainRow, OwnerRow } from './queries.ts'
import * as queries from './queries.ts'
import { nextCheck, outcomeOf, proofName, proofText, type RecordState, recordState } from './rules.ts'

/**
 * On request by a person: 503 without changes when DNS does not respond, 409 when another organization owns the domain.
 */
export async function verify(
  { database }: Pick<App, 'database'>,
  dns: Dns,
  scope: Scope,
  doer: audit.Doer,
  id: Uuid,
): Promise<DomainRow> {
  const { name } = await find(database.reads, scope, id)
  let texts: string[]
  try {
    texts = await dns.texts(proofName(name))
  } catch (error) {
    throw refusal('temporarily_unavailable', 'dns_unavailable', {
      problem: (error as NodeJS.ErrnoException).code ?? 'error',
    })
  }
  let former: OwnerRow | null = null
  const row = await database.transaction(async (tx) => {
    const before = await lock(tx, scope, id)
    const state = recordState(before.proof, texts)
    if (state === 'found') former = await prove(tx, scope, doer, before, texts)
    else await miss(tx, scope, doer, before, state)
    return find(tx, scope, id)
  }, scope.organizationId)
  if (former !== null) await checkFormer(database, former, scope.at)
  return row
}

/** For the job. Changes nothing when DNS does not respond, and returns false. */
export async function recheck({ database, log }: App, dns: Dns, scope: Scope, id: Uuid): Promise<boolean> {
  const { name } = await find(database.reads, scope, id)
  let texts: string[] | null = null
  try {
    texts = await dns.texts(proofName(name))
  } catch (error) {
    log.warn({ err: error, organization_id: scope.organizationId, domain: name }, 'form domain: the DNS did not answer')
  }
  await database.transaction(async (tx) => {
    if (!(await tx.row(queries.lock(scope.organizationId, id)))) return
    const before = await find(tx, scope, id)
    if (before.verified_at === null) return
    const state = texts === null ? before.record_state : recordState(before.proof, texts)
    if (before.proven_at === null) await lose(tx, scope, 'system', before, state)
    else if (texts !== null) {
      if (state === 'found') await prove(tx, scope, 'system', before, texts)
      else await miss(tx, scope, 'system', before, state)
    }
  }, scope.organizationId)
  return texts !== null
}

/** Returns the organization that had the name before. */
async function prove(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  row: DomainRow,
  texts: readonly string[],
): Promise<OwnerRow | null> {
  const { organizationId, at } = scope
  const { id, name, proof } = row
  const other = (await tx.row<OwnerRow>(queries.owner(name))) ?? null
  // A former owner that no longer has the record must not block the current owner.
  const isLost = other !== null && !texts.some((text) => text.trim() === proofText(other.proof))
  if (!(await tx.row(queries.own(name, { organizationId, id, proof }, isLost ? other.proof : null, at))))
    throw refusal('conflict', 'form_domain_of_other', { record: proofName(name), domain: name })
  const verifiedAt = row.proven_at === null ? at : row.verified_at
  const dueAt = nextCheck(null, at)
  await tx.run(queries.recordCheck(scope, id, { state: 'found', dueAt, verifiedAt, missingSince: null }))
  tx.onCommit(enqueueWork('form_domains', organizationId, dueAt))
  if (row.proven_at === null || row.missing_since !== null) await tell(tx, scope, doer, 'domain.verified', id)
  return other === null || other.org_id === organizationId ? null : other
}

/** The record is missing or wrong. */
async function miss(tx: Tx, scope: Scope, doer: audit.Doer, row: DomainRow, state: RecordState): Promise<void> {
  const { id, verified_at: verifiedAt } = row
  if (row.proven_at === null && verifiedAt !== null) return lose(tx, scope, doer, row, state)
  if (verifiedAt === null) {
    await tx.run(queries.recordCheck(scope, id, { state, dueAt: null, verifiedAt: null, missingSince: null }))
    return
  }
  const outcome = outcomeOf({ missingSince: row.missing_since }, false, scope.at)
  if (outcome.kind !== 'missing') return lose(tx, scope, doer, row, state)
  const dueAt = nextCheck(outcome.since, scope.at)
  await tx.run(queries.recordCheck(scope, id, { state, dueAt, verifiedAt, missingSince: outcome.since }))
  tx.onCommit(enqueueWork('form_domains', scope.organizationId, dueAt))
  if (outcome.isNew) await tell(tx, scope, doer, 'domain.proof_missing', id)
}

async function lose(tx: Tx, scope: Scope, doer: audit.Doer, { id }: DomainRow, state: RecordState): Promise<void> {
  await tx.run(queries.disown(scope.organizationId, id))
  await tx.run(queries.recordCheck(scope, id, { state, dueAt: null, verifiedAt: null, missingSince: null }))
  await tell(tx, scope, doer, 'domain.unverified', id)
}

/** Makes the former owner's check due: the job's next run notifies it, in a transaction of its own. */
async function checkFormer(
  database: App['database'],
  { org_id: organizationId, domain_id: id }: OwnerRow,
  at: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(queries.checkAgainAt(organizationId, id, at))
    tx.onCommit(enqueueWork('form_domains', organizationId, at))
  }, organizationId)
}
