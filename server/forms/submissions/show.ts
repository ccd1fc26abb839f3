// Converts submissions to their API representation.

import type { Uuid } from '#kit/ids.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { FileRow, SubmissionRow } from './queries.ts'
import type { ConfirmationState } from './rules.ts'
import type { Submission, shownConfirmations } from './schema.ts'

const confirmations: Readonly<Record<ConfirmationState, (typeof shownConfirmations)[number] | null>> = {
  none: null,
  waiting: 'pending',
  confirmed: 'confirmed',
  applied: 'confirmed',
  expired: 'expired',
}

/** `files` may include files of other submissions. */
export function showSubmission(row: SubmissionRow, files: readonly FileRow[]): Static<typeof Submission> {
  return {
    id: publicId('sub', row.id),
    form_id: publicId('form', row.form_id),
    form_version: row.version,
    state: row.state,
    language: row.language,
    source: row.source,
    answers: showAnswers(row.answers),
    files: files.filter(({ submission_id }) => submission_id === row.id).map(showFile),
    consents: row.consent ?? [],
    contact_id: publicId('contact', row.contact_id),
    contact_link: row.contact_link,
    confirmation: confirmations[row.confirmation],
    confirmed_at: seconds(row.confirmed_at),
    conversation_id: publicId('conv', row.conversation_id),
    message_id: publicId('msg', row.message_id),
    auto_reply: row.auto_reply === 'due' ? 'pending' : row.auto_reply,
    auto_reply_message_id: publicId('msg', row.auto_reply_message_id),
    error: row.error_code,
    submitted_at: seconds(row.submitted_at),
    processed_at: seconds(row.processed_at),
  }
}

/** Files are shown with the ID by which they are downloaded. */
const showAnswers = (answers: SubmissionRow['answers']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [key, Array.isArray(answer) ? answer.map(showOne) : answer]),
  )

const showOne = (one: unknown): unknown =>
  typeof one === 'object' && one !== null && 'id' in one ? { ...one, id: publicId('sfile', one.id as Uuid) } : one

const showFile = ({ id, field_key, filename, content_type, size }: FileRow) => ({
  id: publicId('sfile', id),
  field: field_key,
  filename,
  content_type,
  size: Number(size),
})
