import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { ListsPicker } from '../../app/lists-picker.tsx'
import { useMay } from '../../app/session.ts'
import { Checkbox } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import type { PartProps } from './settings-page.tsx'
import { settingsWords } from './settings-words.ts'

/** Actions on a submission in addition to storing it. */
export function ContactPart({ draft, settings, set }: PartProps) {
  const w = useWords(settingsWords)
  const may = useMay()
  const { list_ids = [], double_opt_in, create_conversation, notify = true } = settings
  const error = (name: string) => {
    const text = fieldError(draft.error, `settings.${name}`)
    return (
      text && (
        <p role="alert" className="ps-6 text-small text-bad">
          {text}
        </p>
      )
    )
  }
  const listError = fieldError(draft.error, 'settings.list_ids') ?? fieldError(draft.error, 'settings.list_ids[0]')
  return (
    <Section title={w.contacts}>
      <div className="flex flex-col gap-4">
        {may('contacts.view') && (
          <div>
            <p className="mb-1 font-medium">{w.lists}</p>
            <ListsPicker
              label={w.lists}
              placeholder={w.addList}
              value={list_ids}
              onChange={(ids) => set({ list_ids: ids.length > 0 ? ids : undefined })}
            />
            <p className="mt-1 text-small text-soft">{w.listsHint}</p>
            {listError && (
              <p role="alert" className="text-small text-bad">
                {listError}
              </p>
            )}
          </div>
        )}
        <div>
          <Checkbox
            label={w.doubleOptIn}
            hint={w.doubleOptInHint}
            checked={double_opt_in === true}
            onChange={({ target }) => set({ double_opt_in: target.checked || undefined })}
          />
          {error('double_opt_in')}
        </div>
        <div>
          <Checkbox
            label={w.conversation}
            hint={w.conversationHint}
            checked={create_conversation === true}
            onChange={({ target }) => set({ create_conversation: target.checked || undefined })}
          />
          {error('create_conversation')}
        </div>
        <Checkbox
          label={w.notify}
          hint={w.notifyHint}
          checked={notify}
          onChange={({ target }) => set({ notify: target.checked ? undefined : false })}
        />
      </div>
    </Section>
  )
}
