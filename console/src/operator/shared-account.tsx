import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldGroup } from '../app/account-fields.ts'
import { AccountForm } from '../app/account-form.tsx'
import { useAct } from '../app/act.ts'
import { useChannelNames } from '../app/channel-names.ts'
import type { ChannelName } from '../app/channels.ts'
import { type TestResult, useTestText } from '../app/connection-test.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Code } from '../design/copy.tsx'
import { Confirm, Dialog } from '../design/dialog.tsx'
import { Section } from '../design/page.tsx'
import { Channel, Status } from '../design/status.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './shared-words.ts'

interface SharedAccountProps {
  channel: ChannelName
  isSet: boolean
  groups: readonly FieldGroup[]
  /** As the form reads it; secrets are not in it. */
  stored: unknown
  /** The paths of stored secrets. */
  hasSecrets: readonly string[]
  /** The values to enter at the provider. */
  there: readonly (readonly [name: string, value: string | null])[]
  onTest: () => PromiseLike<TestResult>
  onSet: (body: Record<string, unknown>) => PromiseLike<unknown>
  onRemove: () => PromiseLike<unknown>
}

/**
 * One account of the installation: its carrier, the values to enter at the provider, and actions to test, change and
 * remove it.
 */
export function SharedAccount(props: SharedAccountProps) {
  const { channel, isSet, groups, stored, hasSecrets, there, onTest, onSet, onRemove } = props
  const w = useWords(words)
  const channelName = useChannelNames()
  const act = useAct()
  const { summaryOf } = useTestText()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState<'form' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const test = () =>
    act(async () => {
      const result = await onTest()
      const { succeeded } = result
      tell(succeeded ? w.testPassed : w.testFailed, { detail: summaryOf(result), isBad: !succeeded })
    })
  const shown = there.filter(([, value]) => value !== null) as [string, string][]
  return (
    <Section
      title={<Channel channel={channel} isNamed />}
      description={w.detail}
      actions={
        <>
          {isSet && <Button onPress={() => setOpen('remove')}>{w.remove}</Button>}
          {isSet && <Button onPress={test}>{w.test}</Button>}
          <Button onPress={() => setOpen('form')}>{isSet ? w.change : w.setUp}</Button>
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <Status tone={isSet ? 'good' : 'neutral'}>{isSet ? w.isSet : w.notSet}</Status>
        {!isSet && <span className="text-soft">{w.notSetDetail}</span>}
      </p>
      {isSet && shown.length > 0 && (
        <div className="mt-3 flex max-w-2xl flex-col gap-2">
          <p className="text-soft">{w.enterThere}</p>
          {shown.map(([name, value]) => (
            <div key={name}>
              <p className="mb-1 font-medium">{name}</p>
              <Code text={value} />
            </div>
          ))}
        </div>
      )}
      <Dialog
        isOpen={isOpen === 'form'}
        onClose={close}
        isWide
        title={channelName(channel)}
        description={isSet ? w.replaced : w.firstTime}
      >
        <AccountForm
          groups={groups}
          stored={stored}
          hasSecrets={hasSecrets}
          onSave={async (body) => {
            await onSet(body)
            await client.invalidateQueries({ queryKey: ['shared_channels'] })
            close()
            tell(w.saved)
          }}
        />
      </Dialog>
      <Confirm
        isOpen={isOpen === 'remove'}
        onClose={close}
        title={w.removeTitle(channelName(channel))}
        action={w.remove}
        isDanger
        onConfirm={async () => {
          if (await act(onRemove)) tell(w.removed)
          await client.invalidateQueries({ queryKey: ['shared_channels'] })
        }}
      >
        {w.removeDetail}
      </Confirm>
    </Section>
  )
}
