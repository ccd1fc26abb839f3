import { useWords } from '../app/language.tsx'
import { words as designWords } from '../design/words.ts'
import type { Group } from './routes.tsx'
import { words } from './words.ts'

/** What a group is called; what has no name is called by its id. */
export function useGroupNames(by: Group, users: ReadonlyMap<string, string>): (group: string | null) => string {
  const w = useWords(words)
  const d = useWords(designWords)
  return (group) => {
    if (group === null) return { campaign: w.noCampaign, list: w.noList, user: w.noUser }[by as string] ?? w.others
    if (by === 'channel') return d.channels[group as keyof typeof d.channels] ?? group
    if (by === 'kind') return w.kinds[group as keyof typeof w.kinds] ?? group
    return users.get(group) ?? group
  }
}
