import { capitalised, channelNamesIn, kindNamesIn } from '#channels/words.ts'
import { useLanguage } from './language.tsx'

type Names = (key: string) => string

/** `Email`, `SMS`; a channel that only a newer service has by its own name. */
export function useChannelNames(): Names {
  const names: Readonly<Record<string, string>> = channelNamesIn(useLanguage().language)
  return (channel) => capitalised(names[channel] ?? channel)
}

/** `App template messages`. */
export function useKindNames(): Names {
  const names: Readonly<Record<string, string>> = kindNamesIn(useLanguage().language)
  return (kind) => names[kind] ?? kind
}
