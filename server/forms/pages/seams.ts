// What the pages of forms need of other domains of forms: they are given it, so that a page is tried without them.

import type { Uuid } from '#kit/ids.ts'
import type { Answers } from '../definitions/holds.ts'

export interface Submission {
  org_id: Uuid
  form_id: Uuid
  version: number
  nonce: Buffer
  language: string
  answers: Answers
  shown_keys: readonly string[]
  source: string
  file_ids: readonly Uuid[]
  is_spam: boolean
  under_attack: boolean
  submitted_at: Date
}

export type SubmissionOutcome = 'stored' | 'duplicate' | 'full' | 'closed' | 'not_yet' | 'unavailable'

export interface FormPageSeams {
  /** Stores a submission once by its nonce: the only way to store one. */
  submit(submission: Submission): Promise<{ outcome: SubmissionOutcome }>
  countView(orgId: Uuid, formId: Uuid, version: number, at: Date, userAgent: string): void
  countStart(orgId: Uuid, formId: Uuid, version: number, at: Date, userAgent: string): void
}
