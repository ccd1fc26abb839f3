// The request data that form pages use, and where a visit ends. Pure.

import type { IncomingMessage } from 'node:http'
import type { PublicInput, Reply } from '#edge/route.ts'
import type { PublishedForm } from '#forms/definitions/published.ts'
import { redirectOf } from './frame.ts'
import type { FormKey, VisitState } from './state.ts'

export type Request = Pick<
  PublicInput<unknown, unknown>,
  'headers' | 'parameters' | 'query' | 'address' | 'rawBody' | 'isHead' | 'site'
> & {
  stream?: IncomingMessage
}

export const keyOf = ({ org_id, form_id }: PublishedForm): FormKey => ({ orgId: org_id, formId: form_id })
export const textOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

/** Redirects to a separate thank-you page, so that a reload submits nothing again. */
export function thanks({ slug, definition }: PublishedForm, { language, isEmbedded }: VisitState): Reply {
  const redirect = isEmbedded ? null : redirectOf(definition.settings.redirect_url)
  const query = new URLSearchParams({ lang: language, ...(isEmbedded ? { embed: '1' } : {}) })
  return { status: 303, location: redirect ?? `/f/${slug}/thanks?${query}`, headers: { 'cache-control': 'no-store' } }
}

export function isPrefetch(headers: Request['headers']): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => textOf(headers[name])).join(' ')
  return /prefetch|prerender|preview/i.test(purpose)
}
