// A period's statement of account as a PDF: reads, sums and draws it.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { customerOf, supplierParty } from '#money/invoices/actions.ts'
import { EXPORTS } from '../pages.ts'
import { patiently } from '../patience.ts'
import { type Progress, TooLarge } from '../progress.ts'
import type { ExportRow } from '../queries.ts'
import { spanOf } from '../transactions.ts'
import { type Account, accountOf } from './account.ts'
import * as queries from './queries.ts'

/** Maximum number of individual movements and tax documents: each has a line, and a longer statement is refused. */
export const SINGLES_MAX = 10_000

export async function* statementAsPdf(
  app: App,
  scope: Scope,
  row: ExportRow,
  progress: Progress,
): AsyncGenerator<Buffer> {
  const { account, customer } = await patiently(() =>
    app.database.transaction(async (tx) => {
      await tx.run(queries.allowTime())
      return { account: await readAccount(tx, scope, row), customer: await customerOf(tx, scope.organizationId) }
    }, EXPORTS),
  )
  progress.add(account.movements.length, row.from_at, row.to_at)
  // Loaded with the first statement, because the PDF library takes much memory.
  const { drawStatement } = await import('./draw.ts')
  yield* drawStatement({
    account,
    customer,
    supplier: supplierParty(app.settings.supplier),
    from: row.from_at,
    to: row.to_at,
    bookedUntil: row.created_at,
  })
}

export async function readAccount(tx: Tx, scope: Scope, row: ExportRow): Promise<Account> {
  const span = spanOf(scope, row)
  const singles = await tx.rows<queries.SingleRow>(queries.singles(span, SINGLES_MAX + 1))
  const taxes = await tx.rows<queries.TaxRow>(queries.taxDocuments(span, SINGLES_MAX + 1))
  if (Math.max(singles.length, taxes.length) > SINGLES_MAX) throw new TooLarge(`more than ${SINGLES_MAX} lines`)
  const spending = await tx.rows<queries.SpendingRow>(
    queries.spending(
      span,
      singles.map(({ wallet_version }) => wallet_version),
    ),
  )
  const { moved_micros: moved } = (await tx.row<{ moved_micros: bigint }>(queries.movedSince(span))) ?? {
    moved_micros: 0n,
  }
  return accountOf({ opening: row.balance_micros - moved, spending, singles, taxes })
}
