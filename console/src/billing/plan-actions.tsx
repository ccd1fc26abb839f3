import type { Subscription } from '@samvad/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { documentDay, indianDay } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { subscriptionKey } from '../app/premium.ts'
import { useMay } from '../app/session.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { rupees } from '../design/rupees.ts'
import { actionsOf, isPaidByLink, lastDayOfPeriod, type PlanAction } from './plan-state.ts'
import { words as planWords } from './plan-words.ts'

/** The available actions; each states its consequences first. */
export function PlanActions({ of: subscription }: { of: Subscription }) {
  const p = useWords(planWords)
  const may = useMay()
  const attempt = useAttempt()
  const client = useQueryClient()
  const [open, setOpen] = useState<PlanAction | null>(null)
  const close = () => setOpen(null)
  const actions = actionsOf(subscription, may)
  if (actions.length === 0) return null
  const { authorization_url: authorization, total } = subscription
  const show = (changed: Subscription) => client.setQueryData(subscriptionKey, changed)
  const pay = async () => {
    const { authorization_url } = await attempt(() => api.billing.subscription.pay())
    if (authorization_url !== null) return location.assign(authorization_url)
    await client.invalidateQueries({ queryKey: subscriptionKey })
  }
  const withdraw = async () => show(await attempt(() => api.billing.subscription.cancel(), p.withdrawn))
  const buttons: Record<PlanAction, ReactNode> = {
    pay:
      authorization === null ? (
        <Button key="pay" look="primary" onPress={pay}>
          {p.payOnce(rupees(total))}
        </Button>
      ) : (
        <a key="pay" href={authorization} className={buttonLook('primary')}>
          {subscription.status === 'pending' ? p.continuePayment : p.payOnce(rupees(total))}
        </a>
      ),
    cancel: (
      <Button key="cancel" onPress={() => setOpen('cancel')}>
        {p.cancel}
      </Button>
    ),
    withdraw: (
      <Button key="withdraw" onPress={withdraw}>
        {p.withdraw}
      </Button>
    ),
    resume: (
      <Button key="resume" look="primary" onPress={() => setOpen('resume')}>
        {p.resume}
      </Button>
    ),
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">{actions.map((action) => buttons[action])}</div>
      <Cancel of={subscription} isOpen={open === 'cancel'} onClose={close} onDone={show} />
      <Resume of={subscription} isOpen={open === 'resume'} onClose={close} onDone={show} />
    </>
  )
}

interface AskProps {
  of: Subscription
  isOpen: boolean
  onClose: () => void
  onDone: (changed: Subscription) => void
}

function Cancel({ of: subscription, isOpen, onClose, onDone }: AskProps) {
  const p = useWords(planWords)
  const { language } = useLanguage()
  const attempt = useAttempt()
  const last = lastDayOfPeriod(subscription)
  const day = last === null ? '' : documentDay(last, language)
  const isAtOnce = subscription.status === 'grace'
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={p.cancelTitle}
      action={p.cancel}
      keep={p.keep}
      isDanger
      onConfirm={async () =>
        onDone(await attempt(() => api.billing.subscription.cancel(), isAtOnce ? p.cancelledNow : p.cancelled(day)))
      }
    >
      <span className="flex flex-col gap-2">
        {(isAtOnce ? p.cancelInGrace(isPaidByLink(subscription)) : p.cancelDetail(day)).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    </Confirm>
  )
}

function Resume({ of: subscription, isOpen, onClose, onDone }: AskProps) {
  const p = useWords(planWords)
  const { language } = useLanguage()
  const attempt = useAttempt()
  const { current_period: period, total } = subscription
  const due = period === null ? '' : documentDay(indianDay(period.to), language)
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={p.resumeTitle}
      action={p.resume}
      onConfirm={async () => {
        const changed = await attempt(() => api.billing.subscription.resume(), p.resumed)
        onDone(changed)
      }}
    >
      {p.resumeDetail(due, rupees(total))}
    </Confirm>
  )
}
