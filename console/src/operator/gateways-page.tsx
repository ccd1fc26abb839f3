import type { GatewayAccount } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Code } from '../design/copy.tsx'
import { Confirm } from '../design/dialog.tsx'
import { TestMoney } from '../design/money.tsx'
import { Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { ClaimQueue } from './claim-queue.tsx'
import { GatewayDialog } from './gateway-dialog.tsx'
import { type GatewayKey, gateways } from './gateway-kinds.ts'
import { words } from './gateway-words.ts'
import { OperatorPage } from './operator-page.tsx'

export function GatewaysPage() {
  return (
    <OperatorPage>
      <Gateways />
      <ClaimQueue />
    </OperatorPage>
  )
}

function Gateways() {
  const w = useWords(words)
  const { data, error, refetch } = useQuery({ queryKey: ['gateways'], queryFn: () => api.gateways.list() })
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  return (
    <>
      {data.sandbox && (
        <p className="mb-6 flex flex-wrap items-center gap-2">
          <TestMoney />
          {w.sandbox}
        </p>
      )}
      {(Object.keys(gateways) as GatewayKey[]).map((name) => (
        <Gateway key={name} name={name} account={data.data.find((one) => one.name === name)} />
      ))}
    </>
  )
}

function Gateway({ name, account }: { name: GatewayKey; account: GatewayAccount | undefined }) {
  const w = useWords(words)
  const act = useAct()
  const [isOpen, setOpen] = useState<'form' | 'remove' | null>(null)
  const shown = w.names[name] ?? name
  return (
    <Section
      title={shown}
      actions={
        <>
          {account && <Button onPress={() => setOpen('remove')}>{w.remove}</Button>}
          <Button onPress={() => setOpen('form')}>{account ? w.change : w.setUp}</Button>
        </>
      }
    >
      {account ? <Account account={account} /> : <p className="text-soft">{w.notSet}</p>}
      {isOpen === 'form' && <GatewayDialog name={name} account={account} onClose={() => setOpen(null)} />}
      <Confirm
        isOpen={isOpen === 'remove'}
        onClose={() => setOpen(null)}
        title={w.removeTitle(shown)}
        action={w.remove}
        isDanger
        onConfirm={async () => {
          if (await act(() => gateways[name].remove(), ['gateways'])) tell(w.removed(shown))
        }}
      >
        {w.removeDetail}
      </Confirm>
    </Section>
  )
}

function Account({ account }: { account: GatewayAccount }) {
  const w = useWords(words)
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="min-w-0 text-small wrap-anywhere">{account.account_id}</code>
        {account.is_current ? (
          <Status tone="good">{w.current}</Status>
        ) : (
          <Status>{account.is_enabled ? w.enabled : w.off}</Status>
        )}
        <span className="text-soft">
          {w.updated} <Time at={account.updated_at} />
        </span>
      </div>
      <ul className="text-soft">
        {Object.entries(account.secrets).map(([secret, hint]) => (
          <li key={secret}>
            {w.fields[secret] ?? secret} <code className="text-small">…{hint.slice(-4)}</code>
          </li>
        ))}
      </ul>
      <div>
        <p className="mb-1">
          <span className="font-medium">{w.webhook}</span> <span className="text-soft">{w.webhookDetail}</span>
        </p>
        <Code text={account.webhook_url} />
      </div>
    </div>
  )
}
