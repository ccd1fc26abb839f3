// Opens the conversation with a contact or group: the existing one, or a new one.

import type { CreateConversationRequest } from '@samvad/sdk'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useMay } from '../app/session.ts'
import { tell } from '../design/toast.tsx'

/** Its id; null when it could not be started, which was shown. */
export function useStart(): (whom: CreateConversationRequest, known?: string | null) => Promise<string | null> {
  const said = useErrorWords()
  const may = useMay()
  return async (whom, known) => {
    if (known && !may('conversations.manage')) return known
    try {
      return (await api.conversations.create(whom)).id
    } catch (error) {
      const { title, detail } = said(error)
      tell(title, { detail, isBad: true })
      return null
    }
  }
}
