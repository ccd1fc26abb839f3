import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorWords } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/dialog.tsx'
import { Panel, Section } from '../../design/page.tsx'
import { Failed, Skeleton } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import { tell } from '../../design/toast.tsx'
import * as calls from './calls.ts'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { words } from './words.ts'

const queryKey = ['own-factors']

/** Protection of the user's account. */
export function Security() {
  const w = useWords(words)
  const said = useErrorWords()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey, queryFn: calls.factors })
  const [open, setOpen] = useState<'app' | 'remove app' | 'renew' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => setOpen(null)
  const changed = () => client.invalidateQueries({ queryKey })
  const failed = (failure: unknown) => tell(said(failure).title, { isBad: true })

  return (
    <>
      <Section title={w.factors} description={w.factorsDetail}>
        <Panel>
          {data === undefined ? (
            error ? (
              <Failed error={error} onRetry={refetch} />
            ) : (
              <Skeleton rows={3} />
            )
          ) : (
            <div className="flex flex-col gap-5 p-4">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <div>
                  <h3 className="font-medium">{w.app}</h3>
                  <p className="text-soft">
                    {data.totp === null ? (
                      w.appOff
                    ) : (
                      <>
                        {w.appSince} <Time at={data.totp.created_at} />
                      </>
                    )}
                  </p>
                </div>
                {data.totp === null ? (
                  <Button onPress={() => setOpen('app')}>{w.setUp}</Button>
                ) : (
                  <Button onPress={() => setOpen('remove app')}>{w.remove}</Button>
                )}
              </div>
              <Passkeys
                passkeys={data.passkeys}
                arePossible={data.passkeys_possible}
                onChange={changed}
                onCodes={setCodes}
              />
              {(data.totp !== null || data.passkeys.length > 0) && (
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <div>
                    <h3 className="font-medium">{w.recovery}</h3>
                    <p className="text-soft">{w.recoveryLeft(data.recovery_codes_left)}</p>
                  </div>
                  <Button onPress={() => setOpen('renew')}>{w.renew}</Button>
                </div>
              )}
            </div>
          )}
        </Panel>
      </Section>
      <Sessions />
      {open === 'app' && (
        <SetUpApp
          onClose={close}
          onDone={(made) => {
            close()
            setCodes(made)
            void changed()
          }}
        />
      )}
      <Confirm
        isOpen={open === 'remove app'}
        onClose={close}
        title={w.removeApp}
        action={w.remove}
        isDanger
        onConfirm={() => calls.removeTotp().then(changed, failed)}
      >
        {w.removeAppDetail}
      </Confirm>
      <Confirm
        isOpen={open === 'renew'}
        onClose={close}
        title={w.renewTitle}
        action={w.renew}
        onConfirm={() =>
          calls.renewCodes().then(({ recovery_codes }) => {
            setCodes(recovery_codes)
            return changed()
          }, failed)
        }
      >
        {w.renewDetail}
      </Confirm>
      <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
    </>
  )
}
