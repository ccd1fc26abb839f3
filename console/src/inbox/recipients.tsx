import type { Message } from '@samvad/sdk'
import { api } from '../app/api.ts'
import { useExplanation } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Listed, useList } from '../app/list.tsx'
import { useRefresh } from '../app/queries.ts'
import { Dialog } from '../design/dialog.tsx'
import { Money } from '../design/money.tsx'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { messageWords } from './message-words.ts'
import { stateOf } from './state.ts'
import { words } from './words.ts'

/** The delivery state for each recipient. */
export function Recipients({ message, onClose }: { message: Message; onClose: () => void }) {
  const w = useWords(messageWords)
  const common = useWords(words)
  const explained = useExplanation()
  useRefresh(['message.*'], [['deliveries', message.id]])
  const list = useList(['deliveries', message.id], (page) => api.messages.deliveries.list(message.id, page))
  return (
    <Dialog isOpen onClose={onClose} title={w.recipients}>
      <Listed list={list} empty={<Empty title={w.noRecipients} />}>
        {(rows) => (
          <ul className="flex flex-col">
            {rows.map((one) => {
              const state = stateOf(one, 0) ?? 'queued'
              const tone = state === 'failed' || state === 'undelivered' ? 'bad' : state === 'read' ? 'good' : 'neutral'
              const at = one.read_at ?? one.delivered_at ?? one.sent_at ?? one.ended_at ?? one.created_at
              return (
                <li key={one.id} className="flex flex-col gap-0.5 border-b border-line py-2 last:border-0">
                  <span className="flex items-center gap-2">
                    <bdi className="min-w-0 grow truncate">{one.address ?? common.noAddress}</bdi>
                    <Status tone={tone}>{common.statuses[state]}</Status>
                    <Money amount={one.price} />
                  </span>
                  <span className="text-small text-soft">
                    <Time at={at} isExact />
                    {one.error?.detail && (
                      <>
                        {' · '}
                        <bdi>{explained(one.error.detail, one.error.details)}</bdi>
                      </>
                    )}
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </Listed>
    </Dialog>
  )
}
