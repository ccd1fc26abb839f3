import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useAskAnew } from '../app/act.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { useRefresh } from '../app/queries.ts'
import { balanceQuery } from '../app/rail-balance.tsx'
import { useMay, useSession } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Page } from '../design/page.tsx'
import { micros } from '../design/rupees.ts'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { FirstMessage } from './first-message.tsx'
import { dismiss, NEEDED } from './first-steps.ts'
import { Recharge } from './recharge.tsx'
import { StepList } from './step-list.tsx'
import { WhatIsNext } from './what-is-next.tsx'
import { words } from './words.ts'

export function WelcomePage() {
  const w = useWords(words)
  const may = useMay()
  const go = useGo()
  const { organization } = useSession()
  const leave = () => {
    dismiss(organization.id)
    go('')
  }
  if (!NEEDED.every(may))
    return (
      <Empty icon={<Lock />} title={w.notAllowed}>
        {w.notAllowedDetail}
      </Empty>
    )
  return (
    <Page
      title={w.title}
      actions={
        <Button look="quiet" onPress={leave}>
          {w.dismiss}
        </Button>
      }
    >
      <p className="mb-5 text-soft">{w.intro}</p>
      {may('balance.view') ? <WithBalance /> : <Steps />}
    </Page>
  )
}

/** Asks for a recharge first when the balance is empty. */
function WithBalance() {
  const { data, error, refetch } = useQuery(balanceQuery)
  useRefresh(['balance.*', 'recharge.*', 'transaction.*'], [['balance']])
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  if (micros(data.balance) <= 0n)
    return (
      <>
        <StepList isMoneyFirst />
        <Recharge />
      </>
    )
  return <Steps />
}

function Steps() {
  const [hasArrived, setArrived] = useState(false)
  const askAnew = useAskAnew()
  // Delivery events are written on demand only (spec 14.2).
  const onArrived = () => {
    setArrived(true)
    void askAnew(['first_steps'])
  }
  return (
    <>
      <StepList />
      <FirstMessage onArrived={onArrived} />
      <WhatIsNext hasArrived={hasArrived} />
    </>
  )
}
