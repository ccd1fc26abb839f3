// Stores submissions: those that arrive at the same time, of all organizations, in one transaction. Each form's cap and
// opening times are checked under the lock of its count row, and a submission is acknowledged after the commit.
// Processing follows later.

import type { FormDefinition } from '#forms/definitions/definition.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { enqueueWork, enqueueWorkOfMany } from '#kit/work.ts'
import { keepFile } from '#messaging/attachments/other-files.ts'
import type { Detail } from './detail-rules.ts'
import { DetailValues, type Names } from './detail-values.ts'
import { countedSource, takingOf } from './rules.ts'
import { ExpectedForms, expectedOf, type Limits, storeExpected } from './store-expected.ts'
import type { CountedRow, ExpectedSubmission, FormDay, NewSubmission } from './store-queries.ts'
import * as queries from './store-queries.ts'
import type { Answers } from './terms.ts'
import { learnVersions, versionKeyOf } from './versions.ts'

/** Submissions per transaction. */
const FLUSH_MAX = 500
/** Maximum number of waiting submissions per form in this process. */
const WAITING_MAX = 10_000
/** PostgreSQL executes one while the next is being sent. */
const FLUSHES_MAX = 2
/** Maximum number of form days whose sources are cached. */
const REMEMBERED_MAX = 5000
const TOGETHER = 'form submissions together'

export interface SubmittedForm {
  org_id: Uuid
  form_id: Uuid
  version: number
  nonce: Buffer
  language: string
  answers: Answers
  shown_keys: readonly string[]
  source: string
  /** Analytics details in which it is counted, in addition to its day and source. */
  details?: readonly Detail[]
  /** Uploads of this form that the submission takes. */
  file_ids: readonly Uuid[]
  /** Stored, but only processed when a member marks it as not spam. */
  is_spam?: boolean
  /** Suppresses the automatic reply. */
  under_attack?: boolean
  submitted_at: Date
}

export type StoredOutcome =
  | { outcome: 'stored' | 'duplicate'; id: Uuid }
  | { outcome: 'full' | 'closed' | 'not_yet' | 'unavailable'; id: null }

export interface SubmissionStore {
  submit(submission: SubmittedForm): Promise<StoredOutcome>
  /** True once the page with this nonce was submitted, even if the form has changed or been deleted since. */
  isStored(page: Pick<SubmittedForm, 'org_id' | 'nonce'>): Promise<boolean>
}

export function createSubmissionStore(app: App): SubmissionStore {
  /** Sources that are stored, by form and day. */
  const sources = new Map<string, Set<string>>()
  const values = new DetailValues()

  const expected = new ExpectedForms()

  async function flush(jobs: SubmittedForm[]): Promise<StoredOutcome[]> {
    const done = await storeAtOnce(jobs)
    const others = jobs.filter((_, index) => done[index] === null)
    const decided = others.length === 0 ? [] : await decide(others)
    let next = 0
    return done.map((outcome) => outcome ?? (decided[next++] as StoredOutcome))
  }

  /** Stores those for which this process needs to read nothing first. Null: `decide` must handle it. */
  async function storeAtOnce(jobs: readonly SubmittedForm[]): Promise<(StoredOutcome | null)[]> {
    const ready = jobs.map((job): ExpectedSubmission | null => {
      const one = { ...job, day: indianDate(job.submitted_at) }
      const details = detailsOf(one)
      const isKnown = sources.get(dayOf(one))?.has(job.source) === true && values.unread(details).length === 0
      return isKnown ? expectedOf({ ...one, details }, expected.open(job)) : null
    })
    const stored = await storeExpected(
      app,
      ready.filter((row) => row !== null),
      TOGETHER,
    )
    if (stored.size > 0) app.wake('form_submissions')
    return ready.map((row) => (row !== null && stored.has(row.id) ? { outcome: 'stored', id: row.id } : null))
  }

  async function decide(jobs: SubmittedForm[]): Promise<StoredOutcome[]> {
    const all = jobs.map((job) => ({ ...job, day: indianDate(job.submitted_at) }))
    const forms = distinct(jobs, formOf)
    const unread = distinct(
      all.filter(({ source, ...one }) => !sources.get(dayOf(one))?.has(source)),
      dayOf,
    )
    const unreadDetails = values.unread(all.flatMap(detailsOf))
    const { outcomes, stored, counted, limits } = await app.database.transaction(async (tx) => {
      // In one round trip: PostgreSQL runs the other statements after the first has its locks, so each sees everything
      // committed by then.
      const [counted, known, days, names] = await Promise.all([
        tx.rows<CountedRow>(queries.lockCounts(forms)),
        tx.rows<queries.NonceRow>(queries.knownNonces(jobs)),
        unread.length === 0 ? [] : tx.rows<FormDay & { source: string }>(queries.sourcesOf(unread)),
        values.read(tx, unreadDetails),
      ])
      const bySource = new Map(all.map((one) => [dayOf(one), new Set(sources.get(dayOf(one)))]))
      for (const one of days) bySource.get(dayOf(one))?.add(one.source)
      const limits = await limitsOf(tx, counted)
      const plan = planOf(all, counted, { known, bySource, limits, names, values })
      if (plan.rows.length > 0) await write(tx, plan.rows, all)
      return { outcomes: plan.outcomes, stored: plan.rows, counted, limits }
    }, TOGETHER)
    for (const row of stored) noteSource(row)
    expected.see(counted, (row) => limits.get(versionKeyOf(row)))
    values.remember(stored.flatMap(detailsOf))
    if (stored.some(({ state }) => state === 'stored')) app.wake('form_submissions')
    return outcomes
  }

  function noteSource(row: NewSubmission): void {
    const key = dayOf(row)
    if (sources.size >= REMEMBERED_MAX) sources.clear()
    sources.set(key, (sources.get(key) ?? new Set()).add(row.counted_source))
  }

  async function write(tx: Tx, rows: NewSubmission[], all: readonly SubmittedForm[]): Promise<void> {
    const due = rows.filter(({ state }) => state === 'stored').map(({ org_id }) => org_id)
    const inserting = queries.insertSubmissions(rows)
    if (all.every(({ file_ids: fileIds }) => fileIds.length === 0)) tx.onCommit(inserting)
    else await withFiles(tx, inserting, rows, all)
    const [only, ...others] = [...new Set(due)].toSorted()
    if (only === undefined) return
    const at = app.clock()
    tx.onCommit(
      others.length === 0
        ? enqueueWork('form_submissions', only, at)
        : enqueueWorkOfMany('form_submissions', [only, ...others], at),
    )
  }

  async function withFiles(
    tx: Tx,
    inserting: Statement,
    rows: NewSubmission[],
    all: readonly SubmittedForm[],
  ): Promise<void> {
    await tx.rows(inserting)
    const idOf = new Map(rows.map((row) => [nonceOf(row), row]))
    for (const { file_ids: fileIds, ...one } of all) {
      const row = fileIds.length > 0 ? idOf.get(nonceOf(one)) : undefined
      if (row === undefined) continue
      for (const fileId of fileIds) {
        // For a file that its visitor removed, the pending deletion stays.
        if (!(await tx.row(queries.lockWaitingFile(one, fileId)))) continue
        if (await keepFile(tx, { organizationId: one.org_id, at: one.submitted_at }, fileId))
          await tx.run(queries.attachFile(one, { id: row.id, fileId }))
      }
    }
  }

  const commit = new GroupCommit<SubmittedForm, StoredOutcome>(
    (_, jobs) => flush(jobs),
    () => 1,
    {
      flushWeightMax: FLUSH_MAX,
      waitingMax: WAITING_MAX,
      flushesMax: () => FLUSHES_MAX,
    },
  )
  return {
    submit: (one) => commit.submit(app.groupOf(one.org_id), one.form_id, one),
    isStored: async (page) => (await app.database.reads.row(queries.knownNonces([page]))) !== undefined,
  }
}

const formOf = ({ org_id, form_id }: queries.FormKey): string => `${org_id} ${form_id}`
const dayOf = ({ day, ...one }: FormDay): string => `${formOf(one)} ${day}`
/** The details of a submission, with its form and day. */
const detailsOf = ({ org_id, form_id, day, details = [] }: FormDay & Pick<SubmittedForm, 'details'>) =>
  details.map((detail) => ({ ...detail, org_id, form_id, day }))
const nonceOf = ({ org_id, nonce }: { org_id: Uuid; nonce: Buffer }): string => `${org_id} ${nonce.toString('base64')}`

function distinct<T extends queries.FormKey>(all: readonly T[], keyOf: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

/** The limits of the currently published versions. */
async function limitsOf(tx: Tx, forms: readonly CountedRow[]): Promise<Map<string, Limits>> {
  const versions = await learnVersions(tx, forms)
  return new Map([...versions].map(([key, { definition }]) => [key, limitsIn(definition)]))
}

function limitsIn({ settings: { opens_at, closes_at, max_submissions } }: FormDefinition): Limits {
  const timeOf = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1000))
  return { opens_at: timeOf(opens_at), closes_at: timeOf(closes_at), max_submissions: max_submissions ?? null }
}

interface Found {
  known: readonly queries.NonceRow[]
  bySource: ReadonlyMap<string, Set<string>>
  limits: ReadonlyMap<string, Limits>
  names: Names
  values: DetailValues
}

/** The outcome of each submission, in order. Changes `bySource` and `names`. */
function planOf(all: readonly (SubmittedForm & { day: string })[], counted: readonly CountedRow[], found: Found) {
  const forms = new Map(
    counted.map((row) => [formOf(row), { row, count: Number(row.submissions), next: row.next_number }]),
  )
  const taken = new Map(found.known.map((row) => [nonceOf(row), row.id]))
  const rows: NewSubmission[] = []
  const outcomes = all.map((one): StoredOutcome => {
    const id = taken.get(nonceOf(one))
    if (id !== undefined) return { outcome: 'duplicate', id }
    const form = forms.get(formOf(one))
    const its = form && found.limits.get(versionKeyOf(form.row))
    const taking = takingOf(form && its && { ...form.row, ...its }, form?.count ?? 0, one.submitted_at)
    if (form === undefined || taking !== 'open')
      return { outcome: taking === 'open' ? 'unavailable' : taking, id: null }
    const known = found.bySource.get(dayOf(one)) as Set<string>
    const source = countedSource(known, one.source)
    known.add(source)
    const row: NewSubmission = {
      ...one,
      id: newUuid(one.submitted_at.getTime()),
      number: form.next,
      answers: JSON.stringify(one.answers),
      counted_source: source,
      details: detailsOf(one).map((detail) => ({ ...detail, value: found.values.counted(found.names, detail) })),
      state: one.is_spam ? 'spam' : 'stored',
      under_attack: one.under_attack ?? false,
    }
    form.next++
    form.count++
    taken.set(nonceOf(one), row.id)
    rows.push(row)
    return { outcome: 'stored', id: row.id }
  })
  return { outcomes, rows }
}
