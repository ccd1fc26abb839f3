// DLT, India's registry of permitted SMS: a text to +91 must match an approved template, whose id is sent along. Pure.
// Matching: registered-text.ts.

import { type Detail, detailsOf } from '#kit/messages/details.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import type { OutboundTemplate } from '../adapter.ts'
import { readSender } from './sender.ts'
import type { DltSettings } from './settings.ts'

/** DLT applies to numbers of India. */
export const isIndian = (address: string): boolean => address.startsWith('+91')

/** The template data that is sent along with a message; null when none is needed. */
export interface DltOf {
  templateId: string
  /** The sender that it is registered for; null for the account's sender. */
  header: string | null
}

/** Null when nothing is required; otherwise the ids, or the refusal. */
export function dltOf(
  dlt: DltSettings | null,
  address: string,
  template: OutboundTemplate | null,
): { of: DltOf | null } | { refused: { code: string; detail: readonly Detail[] } } {
  if (dlt === null || !isIndian(address)) return { of: null }
  if (template === null) return refused('dlt_template_missing', detailsOf('dlt_template_required'))
  const { name, registeredId, header = null } = template
  const error = dltError({ name, registeredId, header })
  if (error !== null) return refused('dlt_template_id_missing', [reasonOf(error, { template: name })])
  return { of: { templateId: registeredId as string, header } }
}

/** The error in a template's registration, or null. */
export function dltError({ registeredId, header }: Registered): DltError | null {
  if (registeredId === null || !/^[\x21-\x7e]{1,100}$/.test(registeredId)) return 'dlt_template_id_missing'
  const sender = header === null ? null : readSender(header)
  return sender !== null && 'message' in sender ? 'dlt_header_not_valid' : null
}

/** The code of both a field error and a refusal reason. */
export type DltError = 'dlt_template_id_missing' | 'dlt_header_not_valid'

interface Registered {
  name: string
  registeredId: string | null
  header: string | null
}

const refused = (code: string, detail: readonly Detail[]) => ({ refused: { code, detail } })
