import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useErrorWords } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { Panel, Section } from '../../design/page.tsx'
import { Failed, Skeleton } from '../../design/states.tsx'
import { Status } from '../../design/status.tsx'
import { Time } from '../../design/time.tsx'
import { tell } from '../../design/toast.tsx'
import * as calls from './calls.ts'
import { words } from './words.ts'

const queryKey = ['own-sessions']

/** The user's sessions, and ending them. */
export function Sessions() {
  const w = useWords(words)
  const said = useErrorWords()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey, queryFn: calls.sessions })
  const end = (ending: Promise<unknown>, ended: string) =>
    ending.then(
      () => {
        tell(ended)
        return client.invalidateQueries({ queryKey })
      },
      (failure: unknown) => tell(said(failure).title, { isBad: true }),
    )
  const others = data?.filter(({ is_this }) => !is_this) ?? []
  const deviceOf = ({ browser, system }: calls.ShownSession) =>
    browser !== null && system !== null ? w.device(browser, system) : (browser ?? system ?? w.unknownDevice)
  return (
    <Section
      title={w.sessions}
      description={w.sessionsDetail}
      actions={
        others.length > 0 && <Button onPress={() => end(calls.endOtherSessions(), w.othersEnded)}>{w.endOthers}</Button>
      }
    >
      <Panel>
        {data === undefined && (error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />)}
        <ul className="divide-y divide-line">
          {data?.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <span className="min-w-48 grow">
                {deviceOf(session)} {session.is_this && <Status tone="good">{w.thisOne}</Status>}
                <span className="block text-small text-soft">
                  {session.address} · {session.organization.name}
                </span>
              </span>
              <span className="text-small text-soft">
                {w.used} <Time at={session.last_used_at} /> · {w.since} <Time at={session.created_at} />
              </span>
              {!session.is_this && (
                <Button look="quiet" onPress={() => end(calls.endSession(session.id), w.ended)}>
                  {w.end}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </Section>
  )
}
