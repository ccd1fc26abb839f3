import { useChannelNames, useKindNames } from '../app/channel-names.ts'
import { useWords } from '../app/language.tsx'
import type { Group } from './routes.tsx'
import { words } from './words.ts'

/** A group's name; its id if it has none. */
export function useGroupNames(by: Group, own: ReadonlyMap<string, string>): (group: string | null) => string {
  const w = useWords(words)
  const channelName = useChannelNames()
  const kindName = useKindNames()
  return (group) => {
    if (group === null) return { campaign: w.noCampaign, list: w.noList, user: w.noUser }[by as string] ?? w.others
    if (by === 'channel') return channelName(group)
    if (by === 'kind') return group === 'unattributed' ? w.unattributed : kindName(group)
    return own.get(group) ?? group
  }
}
