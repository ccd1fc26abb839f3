// Visitors' uploads: stored as attachments before the submission, in a row that expires. The content determines the
// type. spec 22.28, 22.29.

import type { IncomingMessage } from 'node:http'
import { readStreamedForm, type StreamedFile } from '#edge/streamed-form.ts'
import { answerErrorText } from '#forms/definitions/answer-texts.ts'
import { type Field, type FormDefinition, pagesOf } from '#forms/definitions/definition.ts'
import { isAccepted, maxFilesOf, maxSizeOf, tooLarge } from '#forms/definitions/file-answers.ts'
import type { FileAnswer } from '#forms/definitions/holds.ts'
import { FILE_BYTES_MAX, FILES_MAX } from '#forms/definitions/limits.ts'
import type { AnswerFault } from '#forms/definitions/read-answer.ts'
import type { App } from '#kit/app.ts'
import { MINUTE_MS } from '#kit/deadlines.ts'
import { Refusal } from '#kit/refusals.ts'
import { Uploads } from '#messaging/attachments/actions.ts'
import { keepFileUntil, letFilesGo } from '#messaging/attachments/other-files.ts'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import type { StoredFile } from '#messaging/attachments/take.ts'
import { type FormKey, STATE_MS, type VisitState } from './state.ts'
import * as queries from './upload-queries.ts'

/** Of one request, besides its files. */
export const FIELD_BYTES_MAX = 512 * 1024
const FILES_OF_REQUEST_MAX = 20
/** Limit per organization for all uploads without a submission. */
export const WAITING_BYTES_MAX = 2 * 1024 * 1024 * 1024
/** A page that is submitted at the last moment still has its files. */
const GRACE_MS = 60 * 60_000
/** Maximum time between checking a submission's files and its commit. */
const SUBMITTED_WITHIN_MS = MINUTE_MS
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface Uploaded {
  fields: (readonly [string, string])[]
  /** Of this request, by field. */
  files: Map<string, FileAnswer[]>
  faults: Map<string, AnswerFault>
}

/** Read from the fields that precede a file in the body: the page's visit, and the files uploaded before. */
export interface UploadVisit {
  form: FormKey
  definition: FormDefinition
  page: readonly Field[]
  kept: Readonly<Record<string, readonly FileAnswer[]>>
}

export class FormUploads {
  readonly #app: App
  readonly #uploads: Uploads

  constructor(app: App, store: AttachmentStore) {
    this.#app = app
    this.#uploads = new Uploads(app, store)
  }

  /** `visitOf`: null when the form's state is missing or invalid; its files are not stored then. */
  async read(
    stream: IncomingMessage,
    fieldsMax: number,
    visitOf: (fields: readonly (readonly [string, string])[]) => UploadVisit | null,
  ): Promise<Uploaded> {
    const files = new Map<string, FileAnswer[]>()
    const faults = new Map<string, AnswerFault>()
    const limits = {
      fieldsMax,
      fieldBytesMax: FIELD_BYTES_MAX,
      filesMax: FILES_OF_REQUEST_MAX,
      // One byte above the limit, so that a larger file is detected.
      fileBytesMax: FILE_BYTES_MAX + 1,
    }
    const fields = await readStreamedForm(stream, limits, async (file, before) => {
      const visit = file.filename === '' ? null : visitOf(before)
      const field = visit?.page.find(({ key, type }) => key === file.field && type === 'file')
      const known = (visit?.kept[file.field]?.length ?? 0) + (files.get(file.field)?.length ?? 0)
      if (!visit || !field || known >= FILES_MAX) return discard(file)
      if (known >= maxFilesOf(field)) {
        faults.set(field.key, { code: 'too_many_files', params: { max: maxFilesOf(field) } })
        return discard(file)
      }
      const taken = await this.#take(visit, field, file)
      if ('code' in taken) faults.set(field.key, taken)
      else files.set(field.key, [...(files.get(field.key) ?? []), taken])
    })
    return { fields, files, faults }
  }

  async #take({ form }: UploadVisit, field: Field, file: StreamedFile): Promise<FileAnswer | AnswerFault> {
    const owner = { organizationId: form.orgId }
    let stored: StoredFile
    try {
      const waiting = await this.#app.database.reads.row<{ bytes: number }>(queries.waitingBytes(form.orgId))
      if ((waiting?.bytes ?? 0) >= WAITING_BYTES_MAX) return failed(file)
      stored = await this.#uploads.take(owner, { filename: file.filename, content: file.content })
    } catch (error) {
      if (file.content.errored) throw error
      const [code] = error instanceof Refusal ? error.errors.map((one) => one.code) : []
      if (!(error instanceof Refusal)) this.#app.log.warn({ err: error }, 'a file of a form could not be stored')
      await discard(file)
      return { code: code === 'file_empty' ? 'file_empty' : 'file_failed', params: {} }
    }
    const fault = faultOf(field, stored)
    if (fault !== null) {
      await this.#uploads.drop(owner, stored)
      return fault
    }
    return this.#keep(form, field, stored)
  }

  async #keep(form: FormKey, field: Field, stored: StoredFile): Promise<FileAnswer | AnswerFault> {
    const { orgId, formId } = form
    const { id, filename, contentType, size, sha256 } = stored
    const createdAt = this.#app.clock()
    const expiresAt = new Date(createdAt.getTime() + STATE_MS + GRACE_MS)
    const isKept = await this.#app.database.transaction(async (tx) => {
      if (!(await keepFileUntil(tx, { organizationId: orgId, at: createdAt }, id, expiresAt))) return false
      const row = { id, formId, fieldKey: field.key, filename, contentType, size, sha256, createdAt, expiresAt }
      await tx.run(queries.insertFile(orgId, row))
      return true
    }, orgId)
    if (!isKept) return { code: 'file_failed', params: {} }
    return { id, filename, content_type: contentType, size }
  }

  /** A file that was removed in another tab, or has expired, is requested again on its page. Null: none is missing. */
  async lostOf(
    { orgId, formId }: FormKey,
    state: VisitState,
    definition: FormDefinition,
    shownKeys: readonly string[],
  ) {
    const ids = shownKeys.flatMap((key) => (state.files[key] ?? []).map(({ id }) => id))
    if (ids.length === 0) return null
    const until = new Date(this.#app.clock().getTime() + SUBMITTED_WITHIN_MS)
    const rows = await this.#app.database.reads.rows<{ id: string }>(queries.thoseThere(orgId, formId, ids, until))
    const there = new Set(rows.map(({ id }) => id))
    const lost = shownKeys.find((key) => state.files[key]?.some(({ id }) => !there.has(id)))
    if (lost === undefined) return null
    for (const [key, files] of Object.entries(state.files)) state.files[key] = files.filter(({ id }) => there.has(id))
    state.page = pagesOf(definition).findIndex(({ fields }) => fields.some(({ key }) => key === lost))
    const text = answerErrorText(state.language, { code: 'file_failed', params: {} })
    return { errors: new Map([[lost, text]]), status: 422 }
  }

  /** True when the file was deleted. A submitted file stays. */
  async remove({ orgId, formId }: FormKey, id: string): Promise<boolean> {
    if (!UUID.test(id)) return false
    const scope = { organizationId: orgId, at: this.#app.clock() }
    return this.#app.database.transaction(async (tx) => {
      if (!(await tx.row(queries.deleteWaiting(orgId, formId, id)))) return false
      await letFilesGo(tx, scope, [id])
      return true
    }, orgId)
  }
}

function faultOf(field: Field, { filename, contentType, size }: StoredFile): AnswerFault | null {
  if (size > maxSizeOf(field)) return tooLarge(field)
  if (isAccepted(field, filename, contentType)) return null
  return { code: 'file_type', params: { types: field.accept ?? ['image', 'pdf', 'document', 'spreadsheet'] } }
}

const failed = async (file: StreamedFile): Promise<AnswerFault> => {
  await discard(file)
  return { code: 'file_failed', params: {} }
}

/** Reads the content to its end, so that the next part is reached. */
async function discard({ content }: StreamedFile): Promise<void> {
  if (content.destroyed || content.readableEnded) return
  content.resume()
  await new Promise<void>((resolve) => {
    content
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve())
  })
}
