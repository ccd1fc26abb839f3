// The source of a visit: the campaign in the URL, or the referring site. Only a name is kept. spec 22.36, 23.63.

import type { Origin } from '#forms/submissions/detail-rules.ts'

const SOURCE_MAX = 60
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign'] as const

/** Lower-case letters, digits and joiners: a source is a word, never a text. */
function word(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}._-]+/gu, '-')
  return [...clean.replaceAll(/^[-.]+|[-.]+$/g, '')].slice(0, SOURCE_MAX).join('')
}

/**
 * The campaign parameters of the URL and the referring site. `ref` is the host of the embedding page, from the snippet.
 * Missing ones are left out.
 */
export function originOf(
  query: Readonly<Record<string, unknown>>,
  referrer: string | undefined,
  ownHost: string,
): Origin {
  const origin: Origin = {}
  for (const name of CAMPAIGN) {
    const value = wordIn(query[name])
    if (value !== '') origin[name] = value
  }
  const site = wordIn(query.ref) || hostOf(referrer, ownHost)
  if (site !== '') origin.referrer = site
  return origin
}

const wordIn = (value: unknown): string => (typeof value === 'string' ? word(value) : '')

function hostOf(referrer: string | undefined, ownHost: string): string {
  const host = referrer === undefined ? undefined : URL.parse(referrer)?.host
  return host === undefined || host === ownHost ? '' : word(host.replace(/^www\./, ''))
}

/** The single word stored with a submission. Empty without a source. */
export const sourceOf = ({ utm_source, referrer }: Origin): string => utm_source ?? referrer ?? ''
