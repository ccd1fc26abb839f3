import { Globe, GlobeLock } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { CopyButton } from '../design/copy.tsx'
import { Confirm } from '../design/dialog.tsx'
import { grouped } from '../design/rupees.ts'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { type FormDraft, formKey } from './data.ts'
import { publishWords } from './publish-words.ts'
import type { Settings } from './shape.ts'

/** Publishes the draft, or unpublishes a form; both state the consequences first. */
export function PublishButton({ draft }: { draft: FormDraft }) {
  const w = useWords(publishWords)
  const act = useAct()
  const go = useGo()
  const attempt = useAttempt()
  const [asked, setAsked] = useState<'publish' | 'unpublish' | null>(null)
  const { form, written, state } = draft
  const isPublished = form.status === 'published'
  const isChanged = form.has_unpublished_changes || state !== 'saved'
  const begin = async () => {
    if (await draft.flush()) setAsked('publish')
    else tell(w.saveFirst)
  }
  const run = async (which: 'publish' | 'unpublish') => {
    try {
      await attempt(() => api.forms[which](form.id), which === 'publish' ? w.published : w.unpublished)
      if (which === 'publish' && form.version === null) go(`forms/${form.id}/share`)
    } finally {
      await act(async () => {}, formKey(form.id), ['forms'])
    }
  }
  return (
    <>
      {isPublished && (
        <Button icon={<GlobeLock aria-hidden className="size-4" />} onPress={() => setAsked('unpublish')}>
          {w.unpublish}
        </Button>
      )}
      {(!isPublished || isChanged) && (
        <Button
          look="primary"
          icon={<Globe aria-hidden className="size-4" />}
          disabled={form.suspended_at !== null}
          onPress={begin}
        >
          {isPublished ? w.publishChanges : w.publish}
        </Button>
      )}
      <Confirm
        isOpen={asked === 'publish'}
        onClose={() => setAsked(null)}
        title={isPublished ? w.changesTitle : w.publishTitle}
        action={isPublished ? w.publishChanges : w.publishAction}
        onConfirm={() => run('publish')}
      >
        <p>{w.atAddress}</p>
        <p className="my-1 flex items-center gap-1">
          <bdi className="min-w-0 font-medium text-ink wrap-anywhere">{form.url}</bdi>
          <CopyButton text={form.url} />
        </p>
        <Consequences settings={written.settings} isPublished={isPublished} />
      </Confirm>
      <Confirm
        isOpen={asked === 'unpublish'}
        onClose={() => setAsked(null)}
        title={w.unpublishTitle}
        action={w.unpublish}
        isDanger
        onConfirm={() => run('unpublish')}
      >
        {w.unpublishDetail}
      </Confirm>
    </>
  )
}

function Consequences({ settings, isPublished }: { settings: Settings; isPublished: boolean }) {
  const w = useWords(publishWords)
  const {
    opens_at,
    closes_at,
    max_submissions,
    list_ids = [],
    double_opt_in,
    create_conversation,
    auto_reply,
  } = settings
  return (
    <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
      {isPublished && <li>{w.newVersion}</li>}
      {opens_at !== undefined && (
        <li>
          {w.opens} <Time at={opens_at} isExact />
        </li>
      )}
      {closes_at !== undefined && (
        <li>
          {w.closes} <Time at={closes_at} isExact />
        </li>
      )}
      {max_submissions === undefined ? <li>{w.free}</li> : <li>{w.cap(grouped(max_submissions))}</li>}
      {list_ids.length > 0 && <li>{w.lists(list_ids.length)}</li>}
      {double_opt_in && <li>{w.doubleOptIn}</li>}
      {create_conversation && <li>{w.conversation}</li>}
      {auto_reply && <li>{w.autoReply}</li>}
    </ul>
  )
}
