import type { InstallationStatus } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { DoctorSection } from './doctor-section.tsx'
import { healthSaid } from './health-said.ts'
import { JobTable, QueueTable } from './health-tables.tsx'
import { words } from './health-words.ts'
import { OperatorPage } from './operator-page.tsx'

export function HealthPage() {
  return (
    <OperatorPage>
      <Health />
      <DoctorSection />
    </OperatorPage>
  )
}

function Health() {
  const w = useWords(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['installation', 'status'],
    queryFn: () => api.installation.status.retrieve(),
  })
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  const isGood = data.state === 'good'
  return (
    <section className="mb-8">
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className={`text-lead font-semibold ${isGood ? 'text-good' : 'text-bad'}`}>{isGood ? w.good : w.wrong}</h2>
        <span className="text-soft">
          {w.lookedAt} <Time at={data.at} isExact /> · {w.version(data.version)}
        </span>
        <Button onPress={() => refetch()}>{w.lookAgain}</Button>
      </div>
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {data.parts.map((part) => (
          <Part key={part.name} part={part} />
        ))}
      </ul>
    </section>
  )
}

type StatusPart = InstallationStatus['parts'][number]

const TONES = { good: 'good', wrong: 'bad', unknown: 'warn' } as const

function Part({ part: { name, state, problems, lines, facts } }: { part: StatusPart }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const said = (one: string) => healthSaid(language, name, one)
  return (
    <li className="min-w-0 rounded-box border border-line bg-surface px-4 py-3">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="font-medium">{w.parts[name] ?? name}</h3>
        <Status tone={TONES[state as keyof typeof TONES] ?? 'neutral'}>{w.states[state] ?? state}</Status>
      </div>
      {problems.map((problem) => (
        <p key={problem} className="mb-1 text-bad wrap-anywhere">
          {said(problem)}
        </p>
      ))}
      {name === 'queues' && facts.due_work ? (
        <QueueTable facts={facts} />
      ) : (
        <ul className="text-soft">
          {lines.map((line) => (
            <li key={line} className="wrap-anywhere">
              {said(line)}
            </li>
          ))}
        </ul>
      )}
      {name === 'jobs' && <JobTable facts={facts} />}
    </li>
  )
}
