// The content of an export, generated as bytes while it is written, with its progress.

import type { App, Scope } from '#kit/app.ts'
import { workbookOf } from '#kit/spreadsheet/workbook.ts'
import { contactsAsCsv } from './contacts.ts'
import { logColumns, logPages } from './log.ts'
import type { Progress } from './progress.ts'
import type { ExportRow } from './queries.ts'
import type { ExportKind } from './rules.ts'
import { statementAsPdf } from './statement/statement.ts'
import { transactionsAsCsv } from './transactions.ts'

type Content = (app: App, scope: Scope, row: ExportRow, progress: Progress) => AsyncIterable<Buffer>

const contents: Readonly<Record<ExportKind, Content>> = {
  statement: statementAsPdf,
  log: (app, scope, row, progress) =>
    workbookOf({
      name: 'Message log',
      columns: logColumns,
      pages: logPages(app, scope, row, progress),
    }),
  transactions: transactionsAsCsv,
  contacts: contactsAsCsv,
}

export const contentOf: Content = (app, scope, row, progress) => contents[row.kind](app, scope, row, progress)
