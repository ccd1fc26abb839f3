import type { Message } from '@samvad/sdk'
import { Check, CheckCheck, CircleAlert, CircleHelp, CircleSlash, Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useByMinute } from '../app/clock.ts'
import { useExplanation } from '../app/errors.tsx'
import { useLanguage, useWords } from '../app/language.tsx'
import { useTimeZone } from '../app/time-zone.tsx'
import { classes } from '../design/classes.ts'
import { Money } from '../design/money.tsx'
import { Channel } from '../design/status.tsx'
import { clockTime, exactTime } from '../design/times.ts'
import { messageWords } from './message-words.ts'
import { Recipients } from './recipients.tsx'
import { stateOf } from './state.ts'
import { words } from './words.ts'

const SIGN: Record<string, ReactNode> = {
  scheduled: <Clock aria-hidden className="size-3.5" />,
  queued: <Clock aria-hidden className="size-3.5" />,
  sending: <Clock aria-hidden className="size-3.5" />,
  sent: <Check aria-hidden className="size-3.5" />,
  delivered: <CheckCheck aria-hidden className="size-3.5" />,
  read: <CheckCheck aria-hidden className="size-3.5 text-accent" />,
  unknown: <CircleHelp aria-hidden className="size-3.5 text-warn" />,
  failed: <CircleAlert aria-hidden className="size-3.5 text-bad" />,
  undelivered: <CircleAlert aria-hidden className="size-3.5 text-bad" />,
  cancelled: <CircleSlash aria-hidden className="size-3.5" />,
}

/** Time, channel, delivery state and price. */
export function MessageFoot({ message }: { message: Message }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const zone = useTimeZone()
  const [areRecipientsOpen, setRecipientsOpen] = useState(false)
  const state = useByMinute((now) => stateOf(message, now))
  const isBad = state === 'failed' || state === 'undelivered'
  return (
    <footer
      className={classes(
        'mb-2 flex max-w-[min(36rem,92%)] flex-col gap-0.5 text-small text-soft',
        message.direction === 'outbound' && 'items-end text-end',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <Channel channel={message.channel} />
        <time
          dateTime={new Date(message.created_at * 1000).toISOString()}
          title={exactTime(message.created_at, language, zone)}
        >
          {clockTime(message.created_at, language, zone)}
        </time>
        {state && (
          <button
            type="button"
            className="touch-small inline-flex items-center gap-1 hover:underline"
            onClick={() => setRecipientsOpen(true)}
          >
            {SIGN[state]}
            <span className={isBad ? 'text-bad' : undefined}>
              {w.statuses[state]}
              {state === 'scheduled' && message.send_at !== null && ` ${exactTime(message.send_at, language, zone)}`}
            </span>
          </button>
        )}
        {message.price !== null && <Money amount={message.price} />}
      </span>
      {(isBad || state === 'unknown') && <Why message={message} state={state} />}
      {areRecipientsOpen && <Recipients message={message} onClose={() => setRecipientsOpen(false)} />}
    </footer>
  )
}

/** What happened, whether it was charged, and what to do. */
function Why({ message, state }: { message: Message; state: 'failed' | 'undelivered' | 'unknown' }) {
  const w = useWords(messageWords)
  const { language } = useLanguage()
  const explained = useExplanation()
  const { detail = '', details = [] } = message.error ?? {}
  // An unknown outcome's explanation is the same text. Texts stored without codes are English.
  const isShown = state !== 'unknown' && detail !== '' && (language === 'en' || details.length > 0)
  const why = isShown ? explained(detail, details) : null
  return (
    <span>
      {why !== null && (
        <>
          <bdi>{why}</bdi>{' '}
        </>
      )}
      {w.meaning[state]}
    </span>
  )
}
