// What addresses of the pages of forms may say. Pure.

export const formStatuses = ['draft', 'published', 'unpublished'] as const
export type FormStatus = (typeof formStatuses)[number]

export interface FormFilter {
  status?: FormStatus
  name?: string
}

export function readFormFilter({ status, name }: Record<string, unknown>): FormFilter {
  const known = formStatuses.find((one) => one === status)
  const isText = (typeof name === 'string' || typeof name === 'number') && name !== ''
  return { ...(known && { status: known }), ...(isText && { name: String(name) }) }
}

export interface BuildSearch {
  /** The key of the open field. */
  field?: string
}

export const readBuildSearch = ({ field }: Record<string, unknown>): BuildSearch =>
  typeof field === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(field) ? { field } : {}

export const submissionStates = ['stored', 'processing', 'done', 'spam', 'failed'] as const
export type SubmissionState = (typeof submissionStates)[number]
