import { Link } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { useSession } from '../../app/session.ts'
import { buttonLook } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { type Step, steps } from '../known.ts'
import { composerWords } from './composer-words.ts'
import { stepOf } from './missing.ts'
import type { Composer } from './use-composer.ts'
import { useLacks } from './use-lacks.ts'

/** The composer's steps, each marked when complete. */
export function StepNav({ composer, step }: { composer: Composer; step: Step }) {
  const w = useWords(composerWords)
  const { organization } = useSession()
  const { campaign } = composer
  const nav = useRef<HTMLElement>(null)
  const lacking = new Set(useLacks(composer).map(stepOf))
  useEffect(() => {
    nav.current?.querySelector('[aria-current=step]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another part is there
  }, [step])
  return (
    <nav ref={nav} aria-label={w.steps} className="-mb-px flex gap-1 overflow-x-auto border-b border-line">
      {steps.map((one, place) => {
        const isDone = one !== 'review' && !lacking.has(one)
        return (
          <Link
            key={one}
            to={`/${organization.id}/campaigns/${campaign.id}` as string}
            search={{ step: one }}
            // All steps are the same page: the URL selects the step, and `aria-current` marks it.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={one === step ? 'step' : undefined}
            className={classes(
              'touch flex shrink-0 items-center gap-1.5 border-b-2 px-2 py-2 whitespace-nowrap outline-offset-[-2px]',
              one === step ? 'border-accent font-medium text-ink' : 'border-transparent text-soft hover:text-ink',
            )}
          >
            <span
              aria-hidden
              className={classes(
                'figures hidden size-5 items-center justify-center rounded-full text-small min-[24rem]:flex',
                isDone ? 'bg-good-tint text-good' : one === step ? 'bg-selected text-accent' : 'bg-hover text-soft',
              )}
            >
              {isDone ? <Check className="size-3.5" /> : place + 1}
            </span>
            {w.stepNames[one]}
            {isDone && <span className="sr-only">{w.complete}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

/** Buttons to the next and previous step. */
export function StepFoot({ campaignId, step }: { campaignId: string; step: Step }) {
  const w = useWords(composerWords)
  const place = steps.indexOf(step)
  const [before, next] = [steps[place - 1], steps[place + 1]]
  return (
    <div className="mt-8 flex flex-wrap justify-between gap-2 border-t border-line pt-4">
      {before ? (
        <PageLink page={`campaigns/${campaignId}`} search={{ step: before }} className={buttonLook('quiet', '-ms-3')}>
          <ArrowLeft aria-hidden className="size-4" />
          {w.stepNames[before]}
        </PageLink>
      ) : (
        <span />
      )}
      {next && (
        <PageLink page={`campaigns/${campaignId}`} search={{ step: next }} className={buttonLook('primary')}>
          {w.next(w.stepNames[next])}
          <ArrowRight aria-hidden className="size-4" />
        </PageLink>
      )}
    </div>
  )
}
