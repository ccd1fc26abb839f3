// Explanations (messages/details.ts) in columns: the English text, plus a jsonb column with each sentence's code and
// parameters. An older version writes and deletes only the text, so the jsonb contains a hash of its text and is valid
// only while that text is stored.

import { hash } from 'node:crypto'
import { type Detail, type Details, detailsText, detailText, englishOf, sentencesOf } from './messages/details.ts'
import { storableText, storableValue } from './storable.ts'
import { Type } from './wire.ts'

/** The format of the jsonb column. */
export interface StoredDetails {
  text_hash: string
  details: readonly Detail[]
}

interface Written {
  text: string
  json: string
}

/** Most explanations are the same constants, written again and again. */
const written = new WeakMap<readonly Detail[], Written>()

const hashOf = (text: string): string => hash('sha256', text).slice(0, 16)

/** The value of the text column. */
export const textToStore = (details: Details | null): string | null => details && write(details).text

/** The value of the jsonb column. */
export const detailsToStore = (details: Details | null): string | null => details && write(details).json

function write(details: Details): Written {
  const sentences = sentencesOf(details)
  const before = written.get(sentences)
  if (before) return before
  const text = storableText(englishOf(details))
  const stored: StoredDetails = { text_hash: hashOf(text), details: storableValue(sentences) }
  const made = { text, json: JSON.stringify(stored) }
  written.set(sentences, made)
  return made
}

/** The sentences of a stored text; none when it was written by a version that stored only the text. */
export function storedDetails(text: string | null, stored: StoredDetails | null): readonly Detail[] {
  return text !== null && stored !== null && stored.text_hash === hashOf(text) ? stored.details : []
}

export const ShownDetails = Type.Array(
  Type.Object({
    code: Type.String({
      description: 'Stable, for programs. More codes may be added. `provider_said` quotes the provider.',
    }),
    message: Type.String({ description: 'In English.' }),
    params: Type.Record(Type.String(), Type.Unknown(), { description: 'The values in the text.' }),
  }),
  {
    description:
      'The sentences of the text, each with its code and the values in it; none of what an earlier version stored.',
  },
)

export interface ShownDetail extends Detail {
  message: string
}

/** The English text in this version's wording, with its sentences. */
export const shownDetails = (text: string | null, stored: StoredDetails | null) =>
  showSentences(text, storedDetails(text, stored))

/** Shows `text` when one of the sentences is of another version. */
export function showSentences(text: string | null, details: readonly Detail[]) {
  const english = details.length === 0 ? null : detailsText('en', details)
  return english === null ? { text, details: [] } : { text: english, details: details.map(shownDetail) }
}

export const shownDetail = ({ code, params }: Detail): ShownDetail => ({
  code,
  params: params as Record<string, unknown> & Detail['params'],
  message: detailText('en', { code, params }) ?? code,
})
