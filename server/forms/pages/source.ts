// Where a visitor comes from: the campaign that an address names, or the site whose link was followed. No more of
// either is kept than a name. spec 22.36, 23.63.

import type { Origin } from '#forms/submissions/detail-rules.ts'

const SOURCE_MAX = 60
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign'] as const

/** Letters, digits and what joins them, in small letters: a source is a word, never a text. */
function word(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}._-]+/gu, '-')
  return [...clean.replaceAll(/^[-.]+|[-.]+$/g, '')].slice(0, SOURCE_MAX).join('')
}

/**
 * The campaign that the address names, and the site whose link was followed. `ref` is the host that a snippet names as
 * the one that embeds the form. What nobody says is left out.
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

/** The one word that a submission keeps of it. Empty where nobody says anything. */
export const sourceOf = ({ utm_source, referrer }: Origin): string => utm_source ?? referrer ?? ''
