import type { AuditEntry } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { usePersonName } from '../app/people.tsx'
import { Code } from '../design/copy.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Time } from '../design/time.tsx'
import { actionWords, words } from './audit-words.ts'

/** All that an entry says, with its place in the chain. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const w = useWords(words)
  const nameOf = usePersonName()
  return (
    <Dialog isOpen isSheet onClose={onClose} title={actionWords(w, entry.action)}>
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            [w.when, <Time key="when" at={entry.created_at} isExact />],
            [
              w.who,
              entry.user_id !== null
                ? nameOf(entry.user_id)
                : (w[entry.actor as 'system' | 'command_line'] ?? entry.actor),
            ],
            entry.token_id === null ? null : [w.byToken, <code key="token">{entry.token_id}</code>],
            entry.object === null ? null : [w.on, <code key="object">{entry.object}</code>],
            [w.id, <code key="id">{entry.id}</code>],
            [w.sequence, entry.sequence],
            [
              w.hash,
              <code key="hash" className="text-small break-all">
                {entry.hash}
              </code>,
            ],
          ]}
        />
        {Object.keys(entry.details).length > 0 && (
          <div>
            <p className="mb-1 font-medium">{w.details}</p>
            <Code text={JSON.stringify(entry.details, null, 2)} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
