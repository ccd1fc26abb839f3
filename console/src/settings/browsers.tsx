import type { PushSubscription as Subscription } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useAct, useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import {
  type BrowserPush,
  browserPush,
  endHere,
  PUSH_KEY,
  PushAway,
  PushDenied,
  subscribeHere,
} from '../app/browser-push.ts'
import { useWords } from '../app/language.tsx'
import { useList } from '../app/list.tsx'
import { useSession } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './browsers-words.ts'

const HERE = [PUSH_KEY, 'here']
const ALL = [PUSH_KEY, 'all']

/** Browsers with push notifications: this one, and the others. */
export function Browsers() {
  const w = useWords(words)
  const session = useSession()
  const { data: here } = useQuery({
    queryKey: [...HERE, session.id],
    queryFn: () => browserPush(session),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const list = useList(ALL, (page) => api.pushSubscriptions.list(page))
  return (
    <Section title={w.title} description={w.detail}>
      <Panel>
        {here && here.state !== 'on' && <ThisBrowser state={here.state} />}
        {list.rows === undefined ? (
          list.error ? (
            <Failed error={list.error} onRetry={list.retry} />
          ) : (
            <Skeleton rows={1} />
          )
        ) : (
          <ul className="divide-y divide-line">
            {list.rows.map((one) => (
              <Browser key={one.id} one={one} isHere={one.endpoint === here?.endpoint} />
            ))}
            {list.rows.length === 0 && <li className="px-4 py-3 text-soft">{w.nobody}</li>}
          </ul>
        )}
      </Panel>
    </Section>
  )
}

/** Requested by button only; after a denial it explains how to allow notifications. */
function ThisBrowser({ state }: Pick<BrowserPush, 'state'>) {
  const w = useWords(words)
  const session = useSession()
  const act = useAct()
  const askAnew = useAskAnew()
  const allow = async () => {
    const isDone = await act(() =>
      subscribeHere(session).catch((error: unknown) => {
        if (error instanceof PushAway) return tell(w.away, { isBad: true })
        if (!(error instanceof PushDenied)) throw error
      }),
    )
    await askAnew(HERE, ALL)
    if (isDone && (await browserPush(session)).state === 'on') tell(w.allowed)
  }
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3">
      {state === 'off' ? (
        <Button look="primary" onPress={allow}>
          {w.allow}
        </Button>
      ) : (
        <>
          <BellOff aria-hidden className="mt-0.5 size-4 shrink-0 text-soft" />
          <p className="min-w-0 grow basis-60">
            <span className="font-medium">{state === 'denied' ? w.denied : w.none}</span>
            <span className="block max-w-prose text-soft">{state === 'denied' ? w.deniedHow : w.noneWhy}</span>
          </p>
        </>
      )}
    </div>
  )
}

function Browser({ one: { id, browser, system, created_at }, isHere }: { one: Subscription; isHere: boolean }) {
  const w = useWords(words)
  const session = useSession()
  const act = useAct()
  const name =
    browser !== null && system !== null
      ? w.device(browser, system)
      : (browser ?? system ?? (isHere ? w.unknown : w.byToken))
  const end = async () => {
    const ending = () => (isHere ? endHere(session) : api.pushSubscriptions.delete(id))
    if (await act(ending, HERE, ALL)) tell(isHere ? w.ended : w.removed)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <span className="min-w-40 grow">
        {name} {isHere && <Status tone="good">{w.on}</Status>}
      </span>
      <span className="text-small text-soft">
        {w.since} <Time at={created_at} />
      </span>
      <Button look="quiet" onPress={end}>
        {isHere ? w.end : w.remove}
      </Button>
    </li>
  )
}
