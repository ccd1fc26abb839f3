import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, Circle } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { classes } from '../design/classes.ts'
import { firstStepsQuery, STEP_EVENTS } from './first-steps.ts'
import { words } from './words.ts'

/** The page of a step; null for those on this page. */
const PAGES: Readonly<Record<string, string | null>> = {
  channel: 'settings/channels',
  contact: null,
  conversation: null,
  sent_message: null,
  recharge: 'billing/recharge',
  colleague: 'settings/team',
}

/** The steps in order: done, and next. `isMoneyFirst`: nothing can be sent before a recharge. */
export function StepList({ isMoneyFirst = false }: { isMoneyFirst?: boolean }) {
  const w = useWords(words)
  const may = useMay()
  useRefresh(STEP_EVENTS, [['first_steps']])
  const { data } = useQuery(firstStepsQuery)
  if (!data) return null
  const steps = data.steps.filter(({ name, permission }) => name in PAGES && may(permission))
  const open = steps.filter(({ is_done }) => !is_done)
  const next = (isMoneyFirst && open.find(({ name }) => name === 'recharge')?.name) || open[0]?.name
  const nameOf = (name: string) => w.steps[name as keyof typeof w.steps]
  return (
    <ol aria-label={w.stepsTitle} className="mb-6 flex flex-wrap gap-x-5 gap-y-2">
      {steps.map(({ name, is_done }) => {
        const isNext = name === next
        const page = is_done ? null : PAGES[name]
        return (
          <li
            key={name}
            aria-current={isNext ? 'step' : undefined}
            className={classes('flex items-center gap-1.5', isNext ? 'font-medium' : 'text-soft')}
          >
            {is_done ? (
              <Check aria-hidden className="size-4 shrink-0 text-good" />
            ) : isNext ? (
              <ArrowRight aria-hidden className="size-4 shrink-0 text-accent" />
            ) : (
              <Circle aria-hidden className="size-4 shrink-0" />
            )}
            {page ? (
              <PageLink page={page} className="touch underline underline-offset-2">
                {nameOf(name)}
              </PageLink>
            ) : (
              nameOf(name)
            )}
            <span className="sr-only">{is_done ? w.done : isNext ? w.isNext : w.open}</span>
          </li>
        )
      })}
    </ol>
  )
}
