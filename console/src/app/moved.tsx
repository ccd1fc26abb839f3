// Another tab switched the browser to another organization while this page shows the previous one. The page makes no
// more calls, and keeps its input until the user decides.

import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { consoleRequest } from './console-request.ts'
import { useErrorWords } from './errors.tsx'
import { useWords } from './language.tsx'
import { queryClient } from './queries.ts'
import { type Session, sessionHeaders, setSession, useSession } from './session.ts'
import { createStore, useStore } from './store.ts'
import { words } from './words.ts'

/** The name of the session's organization when it differs from the page's. */
const movedTo = createStore<string | null>(null)

/** After a refused call: checks whether a concurrent switch of organization caused it. */
export async function lookWhereWeAre(): Promise<void> {
  const now = await consoleRequest<Session | undefined>('GET', '/console/session')
  const isHere = now?.organization.id === sessionHeaders()['samvad-organization']
  movedTo.set(now && !isHere ? now.organization.name : null)
}

export function Moved() {
  const w = useWords(words)
  const wordsOf = useErrorWords()
  const other = useStore(movedTo)
  const { organization } = useSession()
  const [error, setError] = useState<unknown>(null)
  const comeBack = async () => {
    try {
      const body = { organization_id: organization.id }
      const now = await consoleRequest<Session>('POST', '/console/session/organization', body, sessionHeaders())
      setSession(now)
      movedTo.set(null)
      void queryClient.invalidateQueries()
    } catch (refused) {
      setError(refused)
    }
  }
  return (
    <Dialog
      isOpen={other !== null}
      onClose={() => movedTo.set(null)}
      title={w.otherOrganization(organization.name)}
      description={w.otherOrganizationDetail(other ?? '')}
      actions={
        <Button look="primary" onPress={comeBack}>
          {w.switchTo(organization.name)}
        </Button>
      }
    >
      {error !== null && (
        <p role="alert" className="text-bad">
          {wordsOf(error).title}
        </p>
      )}
    </Dialog>
  )
}
