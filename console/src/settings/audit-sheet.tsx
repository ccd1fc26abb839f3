import type { AuditEntry } from '@samvad/sdk'
import { useWords } from '../app/language.tsx'
import { usePersonName } from '../app/people.tsx'
import { Code } from '../design/copy.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Time } from '../design/time.tsx'
import { actionWords, words } from './audit-words.ts'

/** All data of an entry, including its position in the chain. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const w = useWords(words)
  const nameOf = usePersonName()
  return (
    <Dialog isOpen isSheet onClose={onClose} title={actionWords(w, entry.action)}>
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            { name: w.when, value: <Time at={entry.created_at} isExact /> },
            {
              name: w.who,
              value:
                entry.user_id !== null
                  ? nameOf(entry.user_id)
                  : (w[entry.actor as 'system' | 'command_line'] ?? entry.actor),
            },
            entry.token_id === null ? null : { name: w.byToken, value: <code>{entry.token_id}</code> },
            entry.object === null ? null : { name: w.on, value: <code>{entry.object}</code> },
            { name: w.id, value: <code>{entry.id}</code> },
            { name: w.sequence, value: entry.sequence },
            { name: w.hash, value: <code className="text-small break-all">{entry.hash}</code> },
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
