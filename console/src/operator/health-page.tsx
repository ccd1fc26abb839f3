import type { InstallationStatus } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Message, problemText } from '#status/messages.ts'
import { api } from '../app/api.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Coded } from '../design/coded.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Time } from '../design/time.tsx'
import { DoctorSection } from './doctor-section.tsx'
import { HealthPart } from './health-part.tsx'
import { words } from './health-words.ts'
import { OperatorPage } from './operator-page.tsx'

/** A part that did not respond in time is usually busy only briefly, so it is read again. */
const READ_AGAIN_MS = 5000

/** True when a part could not be read: its figures and problems are unknown. */
const isIncomplete = ({ parts, problem_details }: InstallationStatus): boolean =>
  parts.some(({ state }) => state === 'unknown') ||
  problem_details.some(({ code }) => code === 'part_timeout' || code === 'part_unreadable')

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
    refetchInterval: ({ state }) => (state.data && isIncomplete(state.data) ? READ_AGAIN_MS : false),
  })
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  const { problem_details: problems } = data
  return (
    <section className="mb-8">
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className={`text-lead font-semibold ${problems.length === 0 ? 'text-good' : 'text-bad'}`}>
          {w.problems(problems.length)}
        </h2>
        <span className="text-soft">
          {w.checked} <Time at={data.at} isExact /> · {w.version(data.version)}
        </span>
        <Button onPress={() => refetch()}>{w.refresh}</Button>
      </div>
      <Problems problems={problems} />
      <ul className="grid grid-flow-dense items-start gap-4 lg:grid-cols-2">
        {data.parts.map((part) => (
          <HealthPart key={part.name} part={part} />
        ))}
      </ul>
    </section>
  )
}

function Problems({ problems }: { problems: InstallationStatus['problem_details'] }) {
  const w = useWords(words)
  const { language } = useLanguage()
  if (problems.length === 0) return null
  return (
    <ul className="mb-4 flex flex-col gap-2 rounded-box bg-bad-tint px-4 py-3" aria-label={w.problemsLabel}>
      {problems.map(({ part, ...problem }) => {
        const text = problemText(language, problem as Message)
        return (
          <li key={`${part} ${problem.message}`} className="wrap-anywhere">
            <strong className="font-medium text-bad">{w.parts[part] ?? part}:</strong>{' '}
            {text === null ? <span lang="en">{problem.message}</span> : <Coded text={text} />}
          </li>
        )
      })}
    </ul>
  )
}
