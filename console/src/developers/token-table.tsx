import type { Token } from '@samvad/sdk'
import { useMinute } from '../app/clock.ts'
import { useWords } from '../app/language.tsx'
import { usePersonName } from '../app/people.tsx'
import { useMay, useSession } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Status } from '../design/status.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { words } from './tokens-words.ts'
import { words as developerWords } from './words.ts'

export function TokenTable({ rows, onRevoke }: { rows: Token[]; onRevoke: (token: Token) => void }) {
  const w = useWords(words)
  const { name, created, tokens } = useWords(developerWords)
  const nameOf = usePersonName()
  const may = useMay()
  const { user } = useSession()
  const now = useMinute()
  return (
    <Table
      label={tokens}
      head={
        <>
          <Head>{name}</Head>
          <Head>{w.whose}</Head>
          <Head>{w.may}</Head>
          <Head>{w.from}</Head>
          <Head>{created}</Head>
          <Head>{w.ends}</Head>
          <ActionsHead />
        </>
      }
    >
      {rows.map((token) => (
        <Row key={token.id}>
          <Cell className="max-w-64 min-w-40">
            <span className="block truncate font-medium" title={token.name}>
              {token.name}
            </span>
            <code className="text-small text-soft">…{token.hint}</code>
          </Cell>
          <Cell className="max-w-40 truncate">{nameOf(token.user_id)}</Cell>
          <Cell className="whitespace-nowrap" title={token.permissions.join('\n')}>
            {w.permissions(token.permissions.length)}
          </Cell>
          <Cell className="max-w-40 truncate" title={token.allowed_addresses?.join('\n')}>
            {token.allowed_addresses === null ? w.everywhere : token.allowed_addresses.join(', ')}
          </Cell>
          <Cell>
            <Time at={token.created_at} />
          </Cell>
          <Cell className="whitespace-nowrap">
            {token.expires_at === null ? (
              w.never
            ) : token.expires_at <= now ? (
              <Status>{w.ended}</Status>
            ) : (
              <Time at={token.expires_at} />
            )}
          </Cell>
          <Cell className="text-end">
            {(token.user_id === user.id || (may('users.manage') && token.permissions.every(may))) && (
              <Button look="quiet" onPress={() => onRevoke(token)} aria-label={`${w.revoke}: ${token.name}`}>
                {w.revoke}
              </Button>
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
