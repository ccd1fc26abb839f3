// Deleting a contact withdraws the exports that may contain it, in the same transaction; a running one is restarted.
// spec 13.35

import { emit } from '#events/actions.ts'
import type { Hook } from '#events/hooks.ts'
import { letGo } from './actions.ts'
import { exportWithdrawn } from './events.ts'
import type { ExportRow } from './queries.ts'
import * as queries from './queries.ts'
import { TRIES_MAX } from './rules.ts'

export const withdrawWithContacts: Hook<'contact.removing'> = async (tx, scope, contactIds) => {
  const { organizationId, at } = scope
  // Until this transaction ends, no export starts, which could still read the contacts.
  await tx.run(queries.shareBeginning(organizationId))
  const rows = await tx.rows<ExportRow>(queries.holding(organizationId, contactIds))
  for (const { id, status, tries } of rows) {
    // Limits restarts: otherwise continuous deletions would restart the export forever.
    if (status === 'running' && tries < TRIES_MAX) await tx.run(queries.beginAnew(organizationId, id))
    else {
      const withdrawn = await tx.row<ExportRow>(queries.withdraw(scope, id))
      if (withdrawn) await emit(tx, organizationId, at, [exportWithdrawn(withdrawn)])
    }
  }
  await letGo(tx, scope, rows)
}
