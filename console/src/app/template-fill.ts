// The variables of a text, and the text filled with values, like the server does it.

import { ownOf } from '#kit/own.ts'

const PLACE = /\{\{[ \t]{0,9}([A-Za-z][A-Za-z0-9_]{0,39}|[1-9][0-9]?)[ \t]{0,9}\}\}/g

/** Each once, in the order of first use. */
export const variablesIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(PLACE)].map(([, name]) => name as string))),
]

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (place, name: string) => ownOf(values, name) || place)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Values are text there too. */
export const fillHtml = (html: string, values: Readonly<Record<string, string>>): string =>
  html.replace(
    PLACE,
    (place, name: string) => ownOf(values, name)?.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string) || place,
  )
