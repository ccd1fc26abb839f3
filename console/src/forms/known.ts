// URL parameters of the form pages. Pure.

import { daysOf } from '../app/india.ts'
import { type Dimension, dimensions } from './analytics/dimensions.ts'

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

export interface AnalyticsSearch {
  from?: string
  to?: string
  view?: 'table'
  /** The dimension of the campaign table. */
  by?: Dimension
  /** The version whose fields are shown. */
  version?: number
}

export const readAnalyticsSearch = (search: Record<string, unknown>): AnalyticsSearch => ({
  ...daysOf(search),
  ...(search.view === 'table' && { view: 'table' as const }),
  ...(dimensions.some((one) => one === search.by) && { by: search.by as Dimension }),
  ...(/^[1-9]\d{0,5}$/.test(String(search.version)) && { version: Number(search.version) }),
})

export const submissionStates = ['stored', 'processing', 'done', 'spam', 'failed'] as const
export type SubmissionState = (typeof submissionStates)[number]

export interface SubmissionFilter {
  state?: SubmissionState
  q?: string
  from?: string
  to?: string
}

export interface SubmissionSearch extends SubmissionFilter {
  /** The submission in the sheet. */
  open?: string
}

const SOUGHT_MAX = 200

export function readSubmissionSearch(search: Record<string, unknown>): SubmissionSearch {
  const { state, q, open } = search
  const known = submissionStates.find((one) => one === state)
  const sought = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, SOUGHT_MAX) : ''
  return {
    ...(known && { state: known }),
    ...(sought !== '' && { q: sought }),
    ...daysOf(search),
    ...(typeof open === 'string' && open.startsWith('sub_') && { open }),
  }
}
