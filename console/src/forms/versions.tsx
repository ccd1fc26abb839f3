import type { ListedFormVersion } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { usePersonName } from '../app/people.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import type { FormDraft } from './data.ts'
import { publishWords } from './publish-words.ts'
import type { Field, Settings } from './shape.ts'

/** Published versions, newest first; each can become the draft again. */
export function Versions({ draft, onClose }: { draft: FormDraft; onClose: () => void }) {
  const w = useWords(publishWords)
  const attempt = useAttempt()
  const { form, written } = draft
  const nameOf = usePersonName()
  const query = useQuery({
    queryKey: ['form-versions', form.id, form.version],
    queryFn: async (): Promise<ListedFormVersion[]> => (await api.forms.versions.list(form.id, { limit: 100 })).data,
  })
  const restore = async (version: number) => {
    const { fields, settings } = await attempt(() => api.forms.versions.retrieve(form.id, String(version)))
    const before = { fields: written.fields, settings: written.settings }
    draft.change({ fields: fields as unknown as Field[], settings: settings as unknown as Settings })
    tell(w.restored(version), { undo: { label: w.undo, onPress: () => draft.change(before) } })
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={w.versions} description={w.versionsDetail}>
      {query.data ? (
        <ol className="flex flex-col">
          {query.data.map(({ version, published_at, published_by }) => (
            <li
              key={version}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0"
            >
              <span className="min-w-0 grow">
                <span className="flex items-center gap-2 font-medium">
                  {w.version(version)}
                  {version === form.version && form.status === 'published' && <Status tone="good">{w.live}</Status>}
                </span>
                <span className="block text-small text-soft">
                  <Time at={published_at} />· {w.by(nameOf(published_by))}
                </span>
              </span>
              <Button aria-label={w.restoreLabel(version)} onPress={() => restore(version)}>
                {w.restore}
              </Button>
            </li>
          ))}
        </ol>
      ) : query.error ? (
        <Failed error={query.error} onRetry={query.refetch} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Dialog>
  )
}
