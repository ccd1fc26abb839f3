import type { CreatedToken, Token } from '@samvad/sdk'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useGo } from '../app/page-link.tsx'
import { PersonSelect } from '../app/people.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Field } from '../design/field.tsx'
import { Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { useTokens } from './data.ts'
import { DevelopersPage } from './developers-page.tsx'
import { tokensRoute } from './routes.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TokenMade } from './token-made.tsx'
import { TokenTable } from './token-table.tsx'
import { words } from './tokens-words.ts'

export function TokensPage() {
  const w = useWords(words)
  const go = useGo()
  const act = useAct()
  const may = useMay()
  const filter = tokensRoute.useSearch()
  const list = useTokens(filter)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<CreatedToken | null>(null)
  const [revoking, setRevoking] = useState<Token | null>(null)
  const create = (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setMaking(true)}>
      {w.create}
    </Button>
  )
  return (
    <DevelopersPage actions={may('tokens.manage') && (list.rows?.length ?? 0) > 0 && create}>
      <Allowed anyOf={['tokens.manage']}>
        {may('users.manage') && (
          <Field label={w.whose} isLabelHidden className="mb-3 w-56">
            <PersonSelect
              value={filter.user_id ?? ''}
              nobody={w.anybody}
              onChange={({ target }) =>
                go('developers/tokens', { search: target.value ? { user_id: target.value } : {}, replace: true })
              }
            />
          </Field>
        )}
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<KeyRound />} title={w.none} action={create}>
                {w.noneDetail}
              </Empty>
            }
          >
            {(rows) => <TokenTable rows={rows} onRevoke={setRevoking} />}
          </Listed>
        </Panel>
        {isMaking && <TokenDialog userId={filter.user_id ?? null} onMade={setMade} onClose={() => setMaking(false)} />}
        {made && <TokenMade token={made} onClose={() => setMade(null)} />}
        <Confirm
          isOpen={revoking !== null}
          onClose={() => setRevoking(null)}
          title={w.revokeTitle(revoking?.name ?? '')}
          action={w.revoke}
          isDanger
          onConfirm={async () => {
            if (await act(() => api.tokens.delete(revoking?.id ?? ''), ['tokens'])) tell(w.revoked)
          }}
        >
          {w.revokeDetail}
        </Confirm>
      </Allowed>
    </DevelopersPage>
  )
}
