// What the pages of forms need of other domains of forms: they are given it, so that a page is tried without them.

import type { Counting, Visit } from '#forms/analytics/counting.ts'
import type { SubmissionStore } from '#forms/submissions/store.ts'

export type { Visit }

export interface FormPageSeams extends Pick<Counting, 'countView' | 'countStart' | 'countPlace'>, SubmissionStore {}
