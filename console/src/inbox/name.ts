import { useWords } from '../app/language.tsx'
import type { Row } from './cache.ts'
import { words } from './words.ts'

/** The name of a conversation's contact or group. */
export function useName(): (row: Pick<Row, 'inbox' | 'group_id'> | undefined) => string {
  const w = useWords(words)
  return (row) => {
    if (row?.group_id) return row.inbox?.group?.name ?? w.aGroup
    return row?.inbox?.contact?.display_name || w.aContact
  }
}
