// Where a visitor comes from: the campaign that an address names, or the site whose link was followed. No more of
// either is kept than a name. spec 22.36.

const SOURCE_MAX = 60
const UTM_SOURCE = 'utm_source'

/** Letters, digits and what joins them, in small letters: a source is a word, never a text. */
function word(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}._-]+/gu, '-')
  return [...clean.replaceAll(/^[-.]+|[-.]+$/g, '')].slice(0, SOURCE_MAX).join('')
}

/** `site`: the host that a snippet names as the one that embeds the form. Empty where nobody says anything. */
export function sourceOf(
  query: Readonly<Record<string, unknown>>,
  referrer: string | undefined,
  ownHost: string,
): string {
  const named = query[UTM_SOURCE]
  if (typeof named === 'string' && word(named) !== '') return word(named)
  const { ref: site } = query
  if (typeof site === 'string' && word(site) !== '') return word(site)
  const host = referrer === undefined ? undefined : URL.parse(referrer)?.host
  return host === undefined || host === ownHost ? '' : word(host.replace(/^www\./, ''))
}
