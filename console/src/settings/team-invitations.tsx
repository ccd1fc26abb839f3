import type { Invitation } from '@samvad/sdk'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useMinute } from '../app/clock.ts'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { useRoleName } from '../app/people.tsx'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Panel } from '../design/page.tsx'
import { Status } from '../design/status.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { tell } from '../design/toast.tsx'
import { useInvitations } from './data.ts'
import { words } from './team-words.ts'

const DAY_SECONDS = 86_400
const tones: Record<string, 'accent' | 'good'> = { open: 'accent', accepted: 'good' }

export function TeamInvitations() {
  const w = useWords(words)
  const list = useInvitations()
  const nameOfRole = useRoleName()
  const act = useAct()
  const now = useMinute()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const resend = async ({ email, role }: Invitation) => {
    if (await act(() => api.invitations.invite({ email, role }), ['invitations'])) tell(w.sent(email))
  }
  return (
    <Panel>
      <Listed list={list} empty={<p className="px-4 py-6 text-soft">{w.noInvitations}</p>}>
        {(rows) => (
          <Table
            label={w.invitations}
            head={
              <>
                <Head>{w.email}</Head>
                <Head>{w.role}</Head>
                <Head>{w.status}</Head>
                <ActionsHead />
              </>
            }
          >
            {rows.map((one) => (
              <Row key={one.id}>
                <Cell className="max-w-44 min-w-36 truncate sm:max-w-80" title={one.email}>
                  {one.email}
                </Cell>
                <Cell className="whitespace-nowrap">{nameOfRole(one.role)}</Cell>
                <Cell>
                  <span className="flex items-center gap-2 whitespace-nowrap">
                    <Status tone={tones[one.status] ?? 'neutral'}>{w.states[one.status] ?? one.status}</Status>
                    {one.status === 'open' && (
                      <span className="text-small text-soft">
                        {w.expires(Math.floor((one.expires_at - now) / DAY_SECONDS))}
                      </span>
                    )}
                  </span>
                </Cell>
                <Cell>
                  <span className="flex justify-end gap-1">
                    {one.status !== 'accepted' && (
                      <Button look="quiet" title={w.resendDetail} onPress={() => resend(one)}>
                        {w.resend}
                      </Button>
                    )}
                    {one.status === 'open' && (
                      <Button look="quiet" onPress={() => setRevoking(one)}>
                        {w.revoke}
                      </Button>
                    )}
                  </span>
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </Listed>
      <Confirm
        isOpen={revoking !== null}
        onClose={() => setRevoking(null)}
        title={w.revokeTitle(revoking?.email ?? '')}
        action={w.revoke}
        isDanger
        onConfirm={async () => {
          if (await act(() => api.invitations.revoke(revoking?.id ?? ''), ['invitations'])) tell(w.revoked)
        }}
      >
        {w.revokeDetail}
      </Confirm>
    </Panel>
  )
}
