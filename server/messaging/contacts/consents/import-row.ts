// The row of an imported file with the consent, stored as the consent's text.

import type { ConsentSource } from './schema.ts'

const STORED = /^Row ([0-9]{1,9}) of the file$/

export const importRowText = (row: number): string => `Row ${row} of the file`

export function importRowOf({ source, text }: { source: ConsentSource; text: string | null }): number | null {
  const row = source === 'import' && text !== null ? STORED.exec(text)?.[1] : undefined
  return row === undefined ? null : Number(row)
}
