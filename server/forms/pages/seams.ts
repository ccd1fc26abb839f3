// Dependencies of the form pages on other domains of forms, injected so that pages can be tested without them.

import type { Counting, Visit } from '#forms/analytics/counting.ts'
import type { SubmissionStore } from '#forms/submissions/store.ts'

export type { Visit }

export interface FormPageSeams extends Pick<Counting, 'countView' | 'countStart' | 'countPlace'>, SubmissionStore {}
