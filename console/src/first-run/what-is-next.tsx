import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { firstStepsQuery } from './first-steps.ts'
import { words } from './words.ts'

/** Next steps after the first message, by permission. */
const next = [
  { name: 'recharge', page: 'billing/recharge', permission: 'wallet.recharge' },
  { name: 'channel', page: 'settings/channels', permission: 'channels.manage' },
  { name: 'colleague', page: 'settings/team', permission: 'users.manage' },
  { name: 'token', page: 'developers', permission: 'tokens.manage' },
] as const

export function WhatIsNext({ hasArrived }: { hasArrived: boolean }) {
  const w = useWords(words)
  const may = useMay()
  useRefresh(['message.*', 'recharge.*', 'invitation.*'], [['first_steps']])
  const { data } = useQuery(firstStepsQuery)
  const hasSent = hasArrived || data?.steps.some(({ name, is_done }) => name === 'sent_message' && is_done)
  if (!hasSent) return null
  // A sandbox channel can send but does not count as set up.
  const isDone = (name: string) =>
    name !== 'channel' && data?.steps.some((step) => step.name === name && step.is_done) === true
  return (
    <section>
      {hasArrived && (
        <p role="status" className="mb-3 flex items-center gap-2 font-medium text-good">
          <Check aria-hidden className="size-4" />
          {w.delivered}
        </p>
      )}
      <h2 className="mb-3 text-lead font-semibold">{w.next}</h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {next
          .filter(({ permission }) => may(permission))
          .map(({ name, page }) => (
            <li key={name}>
              <PageLink
                page={page}
                className="flex h-full items-center gap-3 rounded-box border border-line bg-surface px-4 py-3 hover:bg-hover"
              >
                <span className="min-w-0 grow">
                  <span className="block font-medium">{w.nextSteps[name][0]}</span>
                  <span className="block text-soft">{w.nextSteps[name][1]}</span>
                </span>
                {isDone(name) ? (
                  <Check aria-label={w.done} className="size-4 shrink-0 text-good" />
                ) : (
                  <ArrowRight aria-hidden className="size-4 shrink-0 text-soft" />
                )}
              </PageLink>
            </li>
          ))}
      </ul>
    </section>
  )
}
