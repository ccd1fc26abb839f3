// Parses S3's XML as far as an archive needs it: flat elements identified by name.

import { ownOf } from '#kit/own.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The texts of all elements with that name, in order. */
export function textsOf(xml: string, element: string): string[] {
  const pattern = new RegExp(`<${element}(?:\\s[^>]*)?>([^<]*)</${element}>`, 'g')
  return [...xml.matchAll(pattern)].map(([, text]) => plain(text as string))
}

export const textOf = (xml: string, element: string): string | null => textsOf(xml, element)[0] ?? null

/** The contents of all elements with that name that contain other elements. */
export function partsOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, inside]) => inside as string)
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&${Object.entries(ENTITIES).find(([, one]) => one === sign)?.[0]};`)

function plain(text: string): string {
  return text.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ownOf(ENTITIES, name) ?? whole
    return String.fromCodePoint(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
  })
}
