import type { DoctorLook } from '@samvad/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { type RuleId, resultText, ruleText } from '#doctor/messages.ts'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { isUnderWay } from '../app/under-way.ts'
import { Button } from '../design/button.tsx'
import { Coded } from '../design/coded.tsx'
import { Section } from '../design/page.tsx'
import { Quoted } from '../design/quoted.tsx'
import { Spinner } from '../design/spinner.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Time } from '../design/time.tsx'
import { words } from './health-words.ts'

const KEY = ['installation', 'doctor']

/**
 * The end of a check has no event, so a visible page polls while one is running. A check takes seconds with small
 * tables and minutes with large ones: the next poll follows after a fifth of the time that the check has taken so far.
 */
const PACE = { share: 0.2, leastMs: 2000, mostMs: 20_000 }

const nextLookMs = ({ asked_at }: DoctorLook): number =>
  Math.min(PACE.mostMs, Math.max(PACE.leastMs, PACE.share * (Date.now() - (asked_at ?? 0) * 1000)))

/** The last result of the doctor, and the check that is running. */
export function DoctorSection() {
  const w = useWords(words)
  const act = useAct()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => api.installation.doctor.retrieve(),
    refetchInterval: ({ state: { data: look } }) => look !== undefined && isUnderWay(look) && nextLookMs(look),
  })
  const ask = () => act(async () => client.setQueryData(KEY, await api.installation.doctor.ask()))
  return (
    <Section
      title={w.doctor}
      description={w.doctorDetail}
      actions={
        <Button onPress={ask} isBusy={data !== undefined && isUnderWay(data)}>
          {w.runCheck}
        </Button>
      }
    >
      {data ? <Look look={data} /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton rows={2} />}
    </Section>
  )
}

function Look({ look }: { look: DoctorLook }) {
  const w = useWords(words)
  const { status, started_at, error, last } = look
  return (
    <div role="status" className="flex flex-col gap-3">
      {isUnderWay(look) && (
        <p className="flex items-center gap-2">
          <Spinner />
          {status === 'queued' ? w.queued : w.running}
          {started_at !== null && (
            <span className="text-soft">
              {w.runningSince} <Time at={started_at} isExact />
            </span>
          )}
        </p>
      )}
      {status === 'failed' && (
        <p className="text-bad wrap-anywhere">
          {w.failed} {error !== null && <Quoted text={error} />}
        </p>
      )}
      {last ? <Found last={last} /> : status === 'never' && <p className="text-soft">{w.neverChecked}</p>}
    </div>
  )
}

function Found({ last }: { last: NonNullable<DoctorLook['last']> }) {
  const w = useWords(words)
  const { invariants } = last
  const broken = invariants.filter(({ broken_by }) => broken_by.length > 0)
  const good = invariants.filter(({ broken_by }) => broken_by.length === 0)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className={`font-medium ${last.is_healthy ? 'text-good' : 'text-bad'}`}>
          {last.is_healthy ? w.healthy(invariants.length) : w.broken(broken.length, invariants.length)}
        </span>
        <span className="text-soft">
          {w.finished} <Time at={last.ended_at} isExact /> {w.took(last.ended_at - last.began_at)}
        </span>
      </p>
      {broken.map((rule) => (
        <div key={rule.id} className="rounded-box border border-line bg-surface px-4 py-3">
          <Rule rule={rule} />
          <BrokenBy rule={rule} />
          <pre
            // Focusable, to scroll by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="mt-2 max-h-60 overflow-auto font-mono text-small"
          >
            {rule.broken_by.map((row) => JSON.stringify(row)).join('\n')}
          </pre>
        </div>
      ))}
      <details>
        <summary className="text-soft pointer-coarse:py-3">{w.rules}</summary>
        <ul className="mt-2 flex flex-col gap-1">
          {good.map((rule) => (
            <li key={rule.id}>
              <Rule rule={rule} />
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

type RuleResult = NonNullable<DoctorLook['last']>['invariants'][number]

/** How many rows break the rule, and which. */
function BrokenBy({ rule: { id, params } }: { rule: RuleResult }) {
  const { language } = useLanguage()
  return (
    <p className="mt-1 wrap-anywhere">
      <Coded text={resultText(language, id as RuleId, params)} />
    </p>
  )
}

function Rule({ rule: { id, statement, broken_by } }: { rule: RuleResult }) {
  const w = useWords(words)
  const { language } = useLanguage()
  return (
    <p className="flex items-start gap-2">
      {broken_by.length === 0 ? (
        <Check aria-label={w.holds} className="mt-0.5 size-4 shrink-0 text-good" />
      ) : (
        <X aria-label={w.breaks} className="mt-0.5 size-4 shrink-0 text-bad" />
      )}
      <code className="w-8 shrink-0 text-small text-soft">{id}</code>
      <span className="min-w-0 wrap-anywhere">{ruleText(language, id) ?? <span lang="en">{statement}</span>}</span>
    </p>
  )
}
