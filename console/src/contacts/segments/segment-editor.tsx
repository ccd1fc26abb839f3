import type { Segment } from '@samvad/sdk'
import { useId, useRef, useState } from 'react'
import { api } from '../../app/api.ts'
import { fieldError } from '../../app/errors.tsx'
import { useFormDraft } from '../../app/form-drafts.ts'
import { useKnownAttributes } from '../../app/known-attributes.ts'
import { useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button } from '../../design/button.tsx'
import { Field, Input } from '../../design/field.tsx'
import { Wrong } from '../../design/form.tsx'
import { Panel } from '../../design/page.tsx'
import { grouped } from '../../design/rupees.ts'
import { Notice } from '../../design/status.tsx'
import { tell } from '../../design/toast.tsx'
import { useChanged } from '../data.ts'
import { type Audience, isAtConditions, useAudience } from './audience.ts'
import { AudiencePanel } from './audience-panel.tsx'
import { type Builder, BuilderContext } from './builder.ts'
import { builderWords } from './builder-words.ts'
import { added, conditionsIn, draftOf, finished, writtenDraft } from './draft.ts'
import { FilterGroup } from './filter-group.tsx'
import { errorsByKey, problemsByKey } from './marks.ts'
import { segmentPageWords } from './words.ts'

const NAME_MAX = 200
const SHOWN_FIELDS = new Set(['name'])

interface SegmentEditorProps {
  /** The edited segment; without one, a new segment is created. */
  segment?: Segment
  /** Initial values of a new segment. */
  first?: Pick<Segment, 'name' | 'filter'>
  /** The name of the draft in the browser's storage. */
  draftName: string
}

/** Edits a segment's name and filter next to the selected contacts. */
export function SegmentEditor({ segment, first, draftName }: SegmentEditorProps) {
  const w = useWords(builderWords)
  const go = useGo()
  const changed = useChanged()
  const { known } = useKnownAttributes()
  const begin = segment ?? first
  const draft = useFormDraft(draftName, { name: begin?.name ?? '', root: draftOf(begin?.filter) })
  const { name, root } = draft.values
  const audience = useAudience(root)
  const [error, setError] = useState<unknown>(null)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [newest, setNewest] = useState<number | null>(null)
  const form = useId()
  const whole = useRef<HTMLDivElement>(null)

  const problems = isTried ? problemsByKey(root, w) : new Map<number, string>()
  const refused = errorsByKey(root, isAtConditions(error) ? error : audience.error)
  const isNameMissing = isTried && name.trim() === ''
  const hasNone = isTried && conditionsIn(root).length === 0
  const builder: Builder = {
    root,
    known,
    errors: new Map([...refused, ...problems]),
    newest,
    change(next) {
      setError(null)
      draft.set({ name, root: next })
    },
    add(key, clause) {
      const { root: next, key: own } = added(root, key, clause)
      setNewest(own)
      builder.change(next)
    },
  }

  async function save() {
    if (isBusy) return
    setTried(true)
    const filter = finished(root)
    if (name.trim() === '' || filter === null || problemsByKey(root, w).size > 0) {
      requestAnimationFrame(() => whole.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setBusy(true)
    setError(null)
    const body = { name: name.trim(), filter: writtenDraft(filter).filter }
    try {
      const { id } = await (segment ? api.segments.update(segment.id, body) : api.segments.create(body))
      draft.forget()
      tell(w.saved)
      await changed('segment', 'segments', 'segment-contacts')
      go(`contacts/segments/${id}`, { replace: true })
    } catch (refusal) {
      setError(refusal)
      setBusy(false)
    }
  }
  const cancel = () => {
    draft.forget()
    go(segment ? `contacts/segments/${segment.id}` : 'contacts/segments')
  }
  useShortcuts([{ keys: 'mod+Enter', label: segment ? w.save : w.create, run: () => void save(), isGlobal: true }])

  return (
    <div ref={whole}>
      {(draft.isRestored || draft.isOutdated) && !isBusy && (
        <div className="mb-4 overflow-hidden rounded-box">
          <Notice
            tone={draft.isOutdated ? 'warn' : 'accent'}
            action={<Button onPress={draft.discard}>{w.discard}</Button>}
          >
            {[draft.isRestored && w.restored, draft.isOutdated && w.outdated].filter(Boolean).join(' ')}
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <form
            id={form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <Field
              label={w.name}
              hint={w.nameHint}
              error={isNameMissing ? w.nameMissing : fieldError(error, 'name')}
              className="max-w-md"
            >
              <Input
                name="name"
                value={name}
                maxLength={NAME_MAX}
                autoComplete="off"
                onChange={({ target }) => draft.set({ name: target.value, root })}
              />
            </Field>
          </form>
          <div className="flex flex-col gap-1">
            <h2 className="font-medium">{w.conditions}</h2>
            <Panel>
              <div className="p-3 sm:p-4">
                <BuilderContext value={builder}>
                  <FilterGroup group={root} />
                </BuilderContext>
              </div>
            </Panel>
          </div>
          {isTried && (problems.size > 0 || hasNone) && (
            <p role="alert" className="text-bad">
              {hasNone ? w.noConditions : w.incomplete}
            </p>
          )}
          {!isAtConditions(error) && <Wrong error={error} fields={SHOWN_FIELDS} />}
        </div>
        <div className="lg:sticky lg:top-20">
          <AudiencePanel audience={audience} />
        </div>
      </div>
      <footer className="sticky bottom-0 z-10 mt-5 -mb-5 flex flex-wrap items-center gap-2 border-t border-line bg-canvas py-3">
        <Button type="submit" form={form} look="primary" isBusy={isBusy}>
          {segment ? w.save : w.create}
        </Button>
        <Button look="quiet" onPress={cancel}>
          {w.cancel}
        </Button>
        <FooterCount audience={audience} />
      </footer>
    </div>
  )
}

/** On a phone the panel with the count is further down. */
function FooterCount({ audience: { count, isCounting } }: { audience: Audience }) {
  const w = useWords(segmentPageWords)
  if (count === null) return null
  return (
    <span aria-hidden className={`figures ms-auto text-soft lg:hidden ${isCounting ? 'opacity-60' : ''}`}>
      {w.contacts(count, grouped(count))}
    </span>
  )
}
