// What submissions tell.

import { declareEvents } from '#events/declaration.ts'
import type { FileRow, SubmissionRow } from './queries.ts'
import { SubmittedForm } from './schema.ts'
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
