// Runs one import in the worker. Each try reads the file from the beginning and skips the rows that are done. A piece
// of rows and the new progress of the import are one transaction, which locks the import and compares its progress
// with that of the try: after a kill at any moment, no row is imported twice, and none is missing. While PostgreSQL
// writes a piece, the next one is read.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { App, Scope } from '#kit/app.ts'
import { keepPlans, planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { isDatabaseFailure, passesByItself } from '#kit/database/errors.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import * as contacts from '#messaging/contacts/bulk.ts'
import * as groups from '#messaging/contacts/groups/imported.ts'
import * as lists from '#messaging/contacts/lists/actions.ts'
import { formsOf } from '#messaging/contacts/number-forms.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import { end } from './actions.ts'
import { type CsvRecord, ReadError } from './csv-reader.ts'
import { NotText, NotThere, recordsOf } from './file.ts'
import { type Plan, planOf } from './plan.ts'
import type { ImportRow } from './queries.ts'
import * as queries from './queries.ts'
import { type Candidate, keptCells, type RowError, RowReader } from './rows.ts'
import { expiryOf, FAULTS_MAX, type ImportError, PIECE_ROWS, ROWS_MAX, TRIES_MAX } from './rules.ts'

/** Owner of the connection turns: not the organization, so that its sends do not wait for imports. */
const IMPORTS = 'imports'

/** A permanent failure of the import. */
class Ended extends Error {
  readonly code: ImportError
  readonly errors: readonly ValidationError[]

  constructor(code: ImportError, ...errors: ValidationError[]) {
    super(errors.map(({ message }) => message).join(' '))
    this.code = code
    this.errors = errors
  }
}

class NoLongerWanted extends Error {}

/** Starts an attempt of the organization's oldest unfinished import; null if there is none. */
export function beginNext(app: App, organizationId: Uuid): Promise<ImportRow | null> {
  return app.database.transaction(
    async (tx) => (await tx.row<ImportRow>(queries.begin(organizationId))) ?? null,
    IMPORTS,
  )
}

/** Resolves when the import has ended, completed or failed; rejects when it is to be retried. */
export async function work(
  app: App,
  store: AttachmentStore,
  organizationId: Uuid,
  row: ImportRow,
  signal: AbortSignal,
  pieceRows = PIECE_ROWS,
): Promise<void> {
  const working = new Working(app, store, organizationId, row, signal, pieceRows)
  try {
    if (row.tries > TRIES_MAX) throw new Ended('kept_failing', validationError('import_kept_failing', triesOf(row)))
    await working.run()
    await ended(app, organizationId, row, null)
  } catch (error) {
    if (error instanceof NoLongerWanted) return
    const ending = endingOf(error) ?? (working.hasWritten ? null : lastTryOf(row, error))
    if (ending === null) {
      if (signal.aborted || passesByItself(error)) await giveBack(app, organizationId, row)
      throw error
    }
    app.log.warn({ organization_id: organizationId, reason: ending.code }, 'import failed')
    await ended(app, organizationId, row, ending)
  }
}

function endingOf(error: unknown): Ended | null {
  if (error instanceof Ended) return error
  if (error instanceof ReadError) return new Ended(error.code, error.error)
  if (error instanceof NotText) return new Ended('not_text', validationError('import_not_a_table'))
  if (error instanceof NotThere) return new Ended('file_gone', validationError('import_file_deleted'))
  return null
}

/** The failure of an import whose last attempt failed in the database; names no row. */
function lastTryOf(row: ImportRow, error: unknown): Ended | null {
  if (row.tries < TRIES_MAX || passesByItself(error) || !isDatabaseFailure(error)) return null
  return new Ended('database_failed', validationError('import_database_failed', triesOf(row)))
}

const triesOf = ({ row_count: rows }: ImportRow) => ({ tries: TRIES_MAX, rows })

/** Uncounts the attempt. If that fails too, only a warning is logged: the attempt's own error is the one to throw. */
async function giveBack(app: App, organizationId: Uuid, { id }: ImportRow): Promise<void> {
  await app.database
    .transaction((tx) => tx.run(queries.giveBack(organizationId, id)), IMPORTS)
    .catch((err: unknown) => {
      app.log.warn({ err, organization_id: organizationId }, 'failed to undo the import attempt count')
    })
}

async function ended(app: App, organizationId: Uuid, { id }: ImportRow, failure: Ended | null): Promise<void> {
  await app.database.transaction(async (tx) => {
    const scope = { organizationId, at: app.clock() }
    const expiresAt = expiryOf(scope.at)
    const ending: queries.Ending =
      failure === null
        ? { status: 'completed', expiresAt }
        : { status: 'failed', error: failure.code, errors: failure.errors, expiresAt }
    await end(tx, scope, id, ending, app.settings.publicUrl)
  }, IMPORTS)
}

class Working {
  readonly #app: App
  readonly #store: AttachmentStore
  readonly #organizationId: Uuid
  readonly #row: ImportRow
  readonly #signal: AbortSignal
  readonly #reader: RowReader
  readonly #pieceRows: number
  /** Rows processed by this attempt and earlier ones. */
  #rowCount: number
  #failedCount: number
  #seen = 0
  /** Number of the last row that was read, as a spreadsheet counts. */
  #lastNumber = 0
  #isBehindHeader: boolean
  #pending: ReadRow[] = []
  /** The piece that is being written. */
  #writing: Promise<void> = Promise.resolve()

  constructor(
    app: App,
    store: AttachmentStore,
    organizationId: Uuid,
    row: ImportRow,
    signal: AbortSignal,
    pieceRows: number,
  ) {
    this.#app = app
    this.#store = store
    this.#organizationId = organizationId
    this.#row = row
    this.#signal = signal
    this.#pieceRows = pieceRows
    this.#reader = new RowReader(row.settings.columns, row.settings.country, row.settings.consentChannels)
    this.#rowCount = row.row_count
    this.#failedCount = row.failed_count
    this.#isBehindHeader = !row.settings.hasHeader
  }

  /** True when this attempt wrote a piece; earlier attempts then no longer count. */
  get hasWritten(): boolean {
    return this.#rowCount > this.#row.row_count
  }

  /** Settles only when no piece is being written any more. */
  async run(): Promise<void> {
    try {
      await this.#read()
    } catch (error) {
      // If the piece being written fails too, it failed first: its error is thrown.
      await this.#writing
      throw error
    }
  }

  async #read(): Promise<void> {
    const key = { organizationId: this.#organizationId, id: this.#row.attachment_id }
    const { size, settings } = this.#row
    const format = { ...settings, size, keepsBlank: settings.rowsBy === undefined }
    for await (const { records, bytes, error } of recordsOf(this.#store, key, format)) {
      this.#signal.throwIfAborted()
      const progress = Math.min(99, Math.floor((bytes / this.#row.size) * 100))
      for (const record of records) {
        this.#lastNumber = record.number
        if (this.#isPassedOver(record)) continue
        if (this.#pending.push(this.#reader.read(record)) === this.#pieceRows) await this.#flush(progress)
      }
      if (error === null) {
        // Lets the write of the piece, and everything else in this process, proceed.
        await nextTurn()
        continue
      }
      // The rows before the error are imported.
      await this.#flush(progress)
      await this.#writing
      throw error instanceof ReadError && settings.encoding === null ? this.#withRow(error) : error
    }
    await this.#flush(99)
    await this.#writing
  }

  /** Adds the last imported row to the error of a spreadsheet; the error of a CSV names its row itself. */
  #withRow({ code, error }: ReadError): Ended {
    const row = this.#lastNumber
    return new Ended(
      code,
      error,
      this.#rowCount === 0
        ? validationError('import_no_rows_done')
        : validationError('import_rows_done', { row, next: row + 1 }),
    )
  }

  #isPassedOver({ number }: CsvRecord): boolean {
    if (!this.#isBehindHeader) {
      this.#isBehindHeader = number >= (this.#row.settings.headerRow ?? 0)
      return true
    }
    if (++this.#seen > ROWS_MAX)
      throw new Ended('too_many_rows', validationError('import_too_many_rows', { max: ROWS_MAX }))
    return this.#seen <= this.#row.row_count
  }

  /** Waits for the previous piece, then starts to write the pending rows. */
  async #flush(progress: number): Promise<void> {
    const read = this.#pending
    this.#pending = []
    await this.#writing
    if (read.length === 0) return
    this.#signal.throwIfAborted()
    this.#writing = this.#writePiece(read, progress)
    // Its failure is thrown where it is awaited.
    this.#writing.catch(() => {})
  }

  async #writePiece(read: readonly ReadRow[], progress: number): Promise<void> {
    const rows = read.filter((one): one is Candidate => !('error' in one))
    const errors = read.filter((one): one is RowError => 'error' in one)
    const failed = await this.#app.database.transaction((tx) => this.#write(tx, rows, errors, progress), IMPORTS)
    this.#rowCount += read.length
    this.#failedCount += failed
  }

  /** Returns how many rows failed. */
  async #write(tx: Tx, rows: readonly Candidate[], unread: readonly RowError[], progress: number): Promise<number> {
    const { id, user_id: userId, list_id: listId } = this.#row
    const scope: Scope = { organizationId: this.#organizationId, at: this.#app.clock() }
    const { organizationId } = scope
    const [, held, member, isListThere] = await Promise.all([
      tx.run(planByKey()),
      tx.row(queries.hold(organizationId, id, this.#rowCount)),
      tx.row(organizationQueries.isMember(organizationId, userId)),
      listId === null || lists.exists(tx, scope, listId),
    ])
    if (!held) throw new NoLongerWanted('cancelled, or worked on by another worker')
    if (!member) throw new Ended('user_gone', validationError('import_user_removed'))
    if (!isListThere) throw listGone()
    const plan = await this.#decide(tx, scope, rows)
    const errors = [...unread, ...plan.errors].map((one) => ({ ...one, cells: keptCells(one.cells) }))
    const room = Math.max(0, FAULTS_MAX - this.#failedCount)
    if (errors.length > 0 && room > 0) tx.onCommit(queries.insertFaults(organizationId, id, errors.slice(0, room)))
    const { created, updated, skipped } = plan
    tx.onCommit(queries.note(organizationId, id, { created, updated, skipped, failed: errors.length, progress }))
    return errors.length
  }

  async #decide(tx: Tx, scope: Scope, rows: readonly Candidate[]): Promise<Plan> {
    const { user_id: userId, list_id: listId, settings } = this.#row
    const maker = { ...scope, userId }
    const named = await groups.hold(tx, maker, distinct(rows.map(({ group }) => group)))
    const held = await contacts.hold(tx, scope.organizationId, {
      emails: distinct(rows.map(({ email }) => email?.toLowerCase() ?? null)),
      phones: distinct(rows.flatMap(({ phone_number }) => (phone_number === null ? [] : formsOf(phone_number)))),
      apps: distinct(rows.map(({ app_id }) => app_id)),
    })
    const plan = planOf(rows, held.known, {
      existing: settings.existing,
      matchBy: settings.matchBy,
      userId,
      at: scope.at,
      newId: () => newUuid(scope.at.getTime()),
      joinGroup: (name, contactId) => {
        const group = named.get(name)
        return group !== undefined && groups.join(group, contactId)
      },
    })
    await contacts.write(tx, scope, userId, held, plan, async () => {
      // Members of groups have foreign keys. If this statement fails, so do the following ones.
      tx.run(keepPlans()).catch(() => {})
      await groups.write(tx, maker, named)
      if (listId !== null && !(await lists.addImported(tx, scope, listId, plan.contactIds))) throw listGone()
    })
    return plan
  }
}

type ReadRow = Candidate | RowError

const listGone = () => new Ended('list_gone', validationError('import_list_deleted'))

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]
