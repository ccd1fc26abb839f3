// Events of submissions.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { FileRow, SubmissionRow } from './queries.ts'
import { ExpiredSubmissions, SubmittedForm } from './schema.ts'
import { showSubmission } from './show.ts'

export const submissionEvents = declareEvents(
  { object: 'sub', readers: { permission: 'submissions.view' } },
  {
    'form.submitted': {
      description: 'A form was submitted, and the submission was processed: its contact and message are stored.',
      payload: SubmittedForm,
    },
  },
)

export const formSubmitted = (
  row: SubmissionRow,
  files: readonly FileRow[],
  { name, isNotice }: { name: string; isNotice: boolean },
) =>
  submissionEvents.event('form.submitted', row.id, {
    ...showSubmission(row, files),
    form_name: name,
    notify: isNotice,
  })

export const retentionEvents = declareEvents(
  { object: 'form', readers: { permission: 'submissions.view' } },
  {
    'form.submissions_expired': {
      description:
        'Submissions of a form were deleted because they are older than it keeps them: those before `before`, in pieces of which each has an event.',
      payload: ExpiredSubmissions,
    },
  },
)

export const submissionsExpired = (formId: Uuid, { count, before }: { count: number; before: Date }) =>
  retentionEvents.event('form.submissions_expired', formId, {
    form_id: publicId('form', formId),
    before: seconds(before),
    count,
  })
