// A message that is not accepted yet: being sent, refused, or too old to be sent without confirmation.

import { CircleAlert, Clock, Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMinute } from '../app/clock.ts'
import { useProblemWords } from '../app/errors.tsx'
import type { Waiting } from '../app/kept.ts'
import { useWords } from '../app/language.tsx'
import { drop, isTooOld, sendAnew, sendNow, takeBack, tryAgain } from '../app/outbox.ts'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Channel } from '../design/status.tsx'
import { Answered } from './answered.tsx'
import { takesButtons } from './compose.ts'
import { draftWith } from './drafts.ts'
import { Said } from './said.tsx'
import { MessageButtons } from './said-in-chat.tsx'
import { waitingWords } from './waiting-words.ts'
import { words } from './words.ts'
import { draftOfAgain, writeAgain } from './write-again.ts'

export function WaitingMessage({ waiting }: { waiting: Waiting }) {
  const w = useWords(waitingWords)
  const common = useWords(words)
  const { body, files, refusal } = waiting
  const now = useMinute() * 1000
  const edit = async () => {
    const againOf = (back: Waiting) => ({ ...back.body, files: back.files })
    const back = await takeBack(waiting.key, (one) => draftWith(draftOfAgain(againOf(one))))
    if (back) writeAgain(waiting.conversationId, againOf(back))
  }
  return (
    <article aria-label={common.youWrote} className="flex flex-col items-end">
      <div className="max-w-[min(36rem,92%)] rounded-box border border-dashed border-edge bg-surface px-3 py-2">
        {body.subject && (
          <p dir="auto" className="font-semibold break-words">
            {body.subject}
          </p>
        )}
        {body.reply_to_message_id && (
          <Answered answered={{ message_id: body.reply_to_message_id, state: 'available' }} />
        )}
        {body.text && <Said text={body.text} quoted={null} isChat={takesButtons(body.channel)} />}
        {body.template_id && <p className="text-soft">{w.fromTemplate}</p>}
        {files.map(({ id, filename }) => (
          <p key={id} className="flex items-center gap-1.5 text-soft">
            <Paperclip aria-hidden className="size-3.5 shrink-0" />
            <bdi className="truncate">{filename}</bdi>
          </p>
        ))}
        {body.interactive && <MessageButtons buttons={[]} interactive={body.interactive} />}
      </div>
      <footer className="mb-2 flex flex-wrap items-center justify-end gap-x-2 text-small text-soft">
        <Channel channel={body.channel} />
        {refusal ? (
          <Refused waiting={waiting} onEdit={edit} />
        ) : isTooOld(waiting, now) ? (
          <TooOld waiting={waiting} />
        ) : (
          <OnItsWay waiting={waiting} onUndo={edit} />
        )}
      </footer>
    </article>
  )
}

const SMALL = 'h-7'

function OnItsWay({ waiting, onUndo }: { waiting: Waiting; onUndo: () => Promise<void> }) {
  const w = useWords(waitingWords)
  const common = useWords(words)
  const left = useSecondsUntil(waiting.leavesAt)
  if (left === 0)
    return (
      <span role="status" className="inline-flex items-center gap-1">
        <Clock aria-hidden className="size-3.5" />
        {common.statuses.sending}
      </span>
    )
  return (
    <>
      <span role="status" className="figures">
        <span className="sr-only">{common.statuses.sending}</span>
        <span aria-hidden>{w.sendsIn(left)}</span>
      </span>
      <Button className={SMALL} onPress={onUndo}>
        {common.undo}
      </Button>
      <Button look="quiet" className={SMALL} onPress={() => sendNow(waiting.key)}>
        {w.sendNow}
      </Button>
    </>
  )
}

function Refused({ waiting, onEdit }: { waiting: Waiting; onEdit: () => Promise<void> }) {
  const w = useWords(waitingWords)
  const may = useMay()
  const wordsOf = useProblemWords()
  const refusal = waiting.refusal as NonNullable<Waiting['refusal']>
  const { title, detail } = wordsOf(refusal)
  return (
    <>
      <span role="alert" className="inline-flex max-w-md items-start gap-1 text-bad">
        <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          {w.notSent}: {title}
          {detail && ` — ${detail}`}
        </span>
      </span>
      {refusal.code === 'insufficient_balance' && may('wallet.recharge') && (
        <PageLink page="billing/recharge" className={buttonLook('primary', SMALL)}>
          {w.recharge}
        </PageLink>
      )}
      <Button className={SMALL} onPress={() => tryAgain(waiting.key)}>
        {w.tryAgain}
      </Button>
      <Button className={SMALL} onPress={onEdit}>
        {w.edit}
      </Button>
      <Button look="quiet" className={SMALL} onPress={() => drop(waiting.key)}>
        {w.drop}
      </Button>
    </>
  )
}

function TooOld({ waiting }: { waiting: Waiting }) {
  const w = useWords(waitingWords)
  return (
    <>
      <span role="alert" className="text-warn">
        {w.tooOld}
      </span>
      <Button className={SMALL} onPress={() => sendAnew(waiting)}>
        {w.sendAnew}
      </Button>
      <Button look="quiet" className={SMALL} onPress={() => drop(waiting.key)}>
        {w.drop}
      </Button>
    </>
  )
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((at - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(1000, Math.max(50, at - Date.now())))
    return () => clearTimeout(timer)
  })
  return left
}
