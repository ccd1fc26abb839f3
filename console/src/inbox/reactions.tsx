import type { Message } from '@samvad/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useErrorWords, useExplanation } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { useMay, useSession } from '../app/session.ts'
import { classes } from '../design/classes.ts'
import { tell } from '../design/toast.tsx'
import { useAuthorOf } from './authors.ts'
import { placeMessage } from './cache.ts'
import { messageWords } from './message-words.ts'

/** Adds or removes the user's own reaction; shown once the server has stored it. */
export function useReact(message: Message): (emoji: string) => void {
  const client = useQueryClient()
  const said = useErrorWords()
  const { user } = useSession()
  return (emoji) => {
    const isOwn = message.reactions.some((one) => one.reactor_id === user.id && one.emoji === emoji)
    const asked = isOwn ? api.messages.removeReaction(message.id, { emoji }) : api.messages.react(message.id, { emoji })
    void asked.then(
      (changed) => placeMessage(client, changed.conversation_id, changed.id, { ...changed }),
      (error: unknown) => {
        const { title, detail } = said(error)
        tell(title, { detail, isBad: true })
      },
    )
  }
}

export function Reactions({ message }: { message: Message }) {
  const w = useWords(messageWords)
  const may = useMay()
  const { user } = useSession()
  const react = useReact(message)
  const authorOf = useAuthorOf()
  const explained = useExplanation()
  if (message.reactions.length === 0) return null
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))]
  return (
    <ul aria-label={w.reactions} className="-mt-1 flex flex-wrap gap-1 px-1">
      {emojis.map((emoji) => {
        const all = message.reactions.filter((one) => one.emoji === emoji)
        const isOwn = all.some(({ reactor_id }) => reactor_id === user.id)
        // A contact needs no name in the conversation with them.
        const by = all.filter((one) => one.reactor_id.startsWith('user_')).map((one) => authorOf(one.reactor_id).name)
        const failed = all.find(({ error }) => error !== null)
        return (
          <li key={emoji}>
            <button
              type="button"
              disabled={!may('messages.send')}
              aria-pressed={isOwn}
              title={failed?.error ? (explained(failed.error.detail, failed.error.details) ?? '') : by.join(', ')}
              className={classes(
                'touch-small inline-flex h-6 items-center gap-1 rounded-full border bg-raised px-2 text-small',
                isOwn ? 'border-accent' : 'border-line',
                failed && 'border-bad',
              )}
              onClick={() => react(emoji)}
            >
              {emoji}
              {all.length > 1 && <span className="figures">{all.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
