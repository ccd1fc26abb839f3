import { useWords } from '../app/language.tsx'
import { Code } from '../design/copy.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Time } from '../design/time.tsx'
import { useEvent } from './data.ts'
import { words } from './events-words.ts'

export function EventSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const w = useWords(words)
  const { data, error, refetch } = useEvent(id)
  return (
    <Dialog isOpen isSheet onClose={onClose} title={data?.type ?? w.title}>
      {data ? (
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              { name: w.when, value: <Time at={data.created_at} isExact /> },
              { name: w.object, value: <code>{data.object_id}</code> },
              { name: w.id, value: <code>{data.id}</code> },
              { name: w.position, value: data.position },
            ]}
          />
          <div>
            <p className="mb-1 font-medium">{w.payload}</p>
            <Code text={JSON.stringify(data.data, null, 2)} />
          </div>
        </div>
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  )
}
