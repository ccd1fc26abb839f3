// A channel's account: its carrier, the form, the test, and the values to enter at the provider.

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldGroup } from '../app/account-fields.ts'
import { AccountForm } from '../app/account-form.tsx'
import { useAct, useAskAnew } from '../app/act.ts'
import { ChannelNotices } from '../app/channel-notices.tsx'
import type { ChannelName } from '../app/channels.ts'
import type { TestResult } from '../app/connection-test.ts'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Section } from '../design/page.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { tell } from '../design/toast.tsx'
import { AccountTest } from './account-test.tsx'
import { Carrier, HealthDetail } from './channel-state.tsx'
import { words } from './channels-words.ts'
import { useChannels } from './data.ts'
import { SettingsPage } from './settings-page.tsx'
import { words as settingsWords } from './words.ts'

interface Account {
  carrier: string
  updated_at: number | null
}

export interface AccountPageProps<Shown extends Account> {
  channel: ChannelName
  groups: readonly FieldGroup[]
  retrieve: () => Promise<Shown>
  set: (body: Record<string, unknown>) => PromiseLike<unknown>
  remove: () => PromiseLike<unknown>
  test: () => PromiseLike<TestResult>
  /** As the form reads it. */
  stored: (account: Shown) => unknown
  hasSecrets: (account: Shown) => string[]
  /** The values that the provider needs. */
  children?: (account: Shown) => ReactNode
}

export function AccountPage<Shown extends Account>(props: AccountPageProps<Shown>) {
  const { channels } = useWords(settingsWords)
  const { channel } = props
  return (
    <SettingsPage
      title={
        <span className="flex items-center gap-2">
          <PageLink page="settings/channels" aria-label={channels} className="touch-small flex items-center text-soft">
            <ArrowLeft aria-hidden className="size-5" />
          </PageLink>
          <Channel channel={channel} isNamed />
        </span>
      }
    >
      <Allowed anyOf={['channels.view']}>
        <AccountOfChannel {...props} />
      </Allowed>
    </SettingsPage>
  )
}

function AccountOfChannel<Shown extends Account>(props: AccountPageProps<Shown>) {
  const { channel, groups, retrieve, set, remove, test, stored, hasSecrets, children } = props
  const w = useWords(words)
  const may = useMay()
  const act = useAct()
  const askAnew = useAskAnew()
  const queryKey = ['channels', 'account', channel]
  const { data: channels } = useChannels()
  const { data: account, error, refetch } = useQuery({ queryKey, queryFn: () => retrieve() })
  const [isRemoving, setRemoving] = useState(false)
  if (!account) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  const state = channels?.find((one) => one.channel === channel)
  const hasAccount = account.updated_at !== null && state?.has_account !== false
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Carrier carrier={account.carrier} />
        <span className="text-soft">{w.carrierDetail[account.carrier]}</span>
      </div>
      {state && hasAccount && <HealthDetail health={state.health} />}
      {may('channels.manage') && (
        <Section title={w.account}>
          <AccountForm
            key={`${account.updated_at}`}
            groups={groups}
            stored={stored(account)}
            hasSecrets={hasAccount ? hasSecrets(account) : []}
            onSave={async (body) => {
              await set(body)
              await askAnew(['channels'])
              tell(w.saved)
            }}
          />
        </Section>
      )}
      {hasAccount && children?.(account)}
      {hasAccount && <ChannelNotices channel={channel} />}
      {hasAccount && may('channels.manage') && (
        <>
          <Section title={w.testTitle} description={w.testDetail}>
            <AccountTest test={test} />
          </Section>
          <Button onPress={() => setRemoving(true)}>{w.remove}</Button>
        </>
      )}
      <Confirm
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={w.removeTitle}
        action={w.remove}
        isDanger
        onConfirm={async () => {
          if (await act(remove, ['channels'])) tell(w.removed)
        }}
      >
        <p>{w.removeDetail[channel]}</p>
        <p className="mt-2">{w.removeWaiting}</p>
      </Confirm>
    </>
  )
}
