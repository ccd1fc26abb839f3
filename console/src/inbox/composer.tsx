// Where one writes: on which channel, what it will cost, when it leaves. What is typed is kept until it is sent.

import type { Template } from '@samvad/sdk'
import { useEffect, useRef, useState } from 'react'
import { channelOf } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { send } from '../app/outbox.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Field, Input } from '../design/field.tsx'
import { tell } from '../design/toast.tsx'
import type { Row } from './cache.ts'
import { ChannelChoices } from './channel-choices.tsx'
import { answerSubject, bodyOf, choicesOf, chosenChannel, takesFiles } from './compose.ts'
import { ComposerFiles } from './composer-files.tsx'
import { ComposerFoot } from './composer-foot.tsx'
import { composerWords } from './composer-words.ts'
import { CostLine } from './cost-line.tsx'
import { useChannels, useContact, useMessages, useTemplates } from './data.ts'
import { useDraft } from './drafts.ts'
import { useEstimate } from './estimate.ts'
import { TemplatePart } from './template-part.tsx'
import { firstValues, missingIn, shownValues } from './template-values.ts'
import { useUploads } from './use-uploads.ts'
import { useWindowLeft, WindowLeft } from './window-left.tsx'
import { takeAgain } from './write-again.ts'

export function Composer({ row }: { row: Row }) {
  const w = useWords(composerWords)
  const [draft, change] = useDraft(row.id)
  const contact = useContact(row.contact_id).data
  const choices = choicesOf(contact, useChannels())
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [isOver, setOver] = useState(false)
  /** The template that somebody wanted to send with a value missing. */
  const [checked, setChecked] = useState<string | null>(null)
  const channel = chosenChannel(choices, [draft?.channel, row.inbox?.last_message?.channel])
  const secondsLeft = useWindowLeft(row)
  const isTemplateOnly = channelOf(channel)?.hasSession === true && row.contact_id !== null && secondsLeft === 0
  const threadSubject = answerSubject(useMessages(row.id).rows)
  const body = draft && bodyOf(row.id, channel, draft, isTemplateOnly, threadSubject)
  const { templates } = useTemplates(channel ?? '', channel !== null && draft?.templateId != null)
  const template = templates?.find(({ id }) => id === draft?.templateId)
  const missing = template && draft ? missingIn(template, draft.variables) : []
  // The price does not wait for the last value, and nothing is refused before it was typed.
  const estimate = useEstimate(body && template ? { ...body, variables: shownValues(template, draft.variables) } : body)
  const uploads = useUploads((file) => change(({ files }) => ({ files: [...files, file] })))

  useShortcuts([{ keys: 'r', label: w.reply, run: () => field.current?.focus() }])
  useEffect(() =>
    takeAgain(row.id, ({ channel: was, subject, text, template_id, variables, files }) => {
      change({
        ...(was !== undefined && { channel: was }),
        subject: subject ?? null,
        text: text ?? '',
        templateId: template_id ?? null,
        variables: variables ?? {},
        files: files ?? [],
      })
      field.current?.focus()
    }),
  )
  if (!draft) return <div className="h-40 shrink-0 border-t border-line" />

  const submit = async (sendAt: number | null) => {
    if (!body || uploads.isBusy) return
    if (template && missing.length > 0) {
      setChecked(template.id)
      form.current?.querySelector<HTMLElement>(`[name="variable-${missing[0]}"]`)?.focus()
      return
    }
    const given = sendAt === null ? body : { ...body, send_at: sendAt }
    const files = body.attachments ? draft.files : []
    // Emptied first: a second press finds nothing to send.
    const isTemplate = draft.templateId !== null
    // What was written before a template was chosen goes with no template: it stays.
    change({ templateId: null, variables: {}, ...(!isTemplate && { subject: null, text: '', files: [] }) })
    field.current?.focus()
    try {
      // What leaves later can be taken back until then.
      await send(given, files, ...(sendAt === null ? [] : [0]))
    } catch {
      change({ ...draft })
      tell(w.notKept, { isBad: true })
    }
  }
  const choose = (chosen: Template) => {
    setChecked(null)
    change({ templateId: chosen.id, variables: firstValues(chosen, contact?.display_name) })
  }
  const addFiles = (list: FileList | null | undefined): boolean => {
    if (!list || list.length === 0 || !channel || !takesFiles(channel)) return false
    uploads.add([...list])
    return true
  }
  return (
    // Keys and files of what is within: the form does nothing by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      aria-label={w.composer}
      className={`shrink-0 border-t px-3 py-2 sm:px-4 ${isOver ? 'border-accent bg-selected' : 'border-line'}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(null)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
        event.preventDefault()
        void submit(null)
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        addFiles(event.dataTransfer.files)
      }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1.5">
        <ChannelChoices
          choices={choices}
          channel={channel}
          onChoose={(chosen) => change({ channel: chosen, templateId: null })}
        />
        {channelOf(channel)?.hasSession && row.contact_id !== null && <WindowLeft seconds={secondsLeft} />}
      </div>
      {channelOf(channel)?.isMail && draft.templateId === null && (
        <Field label={w.subject} isLabelHidden className="pb-1.5">
          <Input
            dir="auto"
            placeholder={w.subject}
            value={draft.subject ?? threadSubject}
            onChange={({ target }) => change({ subject: target.value })}
          />
        </Field>
      )}
      {channel !== null && (draft.templateId !== null || isTemplateOnly) && (
        <TemplatePart
          draft={draft}
          channel={channel}
          isOnly={isTemplateOnly}
          isChecked={checked === draft.templateId}
          onChange={change}
          onChoose={choose}
        />
      )}
      {draft.templateId === null && (
        <textarea
          ref={field}
          dir="auto"
          rows={2}
          aria-label={w.text}
          placeholder={isTemplateOnly ? w.keptText : w.write}
          value={draft.text}
          onChange={({ target }) => change({ text: target.value })}
          onPaste={(event) => {
            if (addFiles(event.clipboardData.files)) event.preventDefault()
          }}
          className="field-sizing-content block max-h-56 min-h-14 w-full resize-none rounded-box bg-surface px-2 py-1.5"
        />
      )}
      <ComposerFiles
        files={channel && takesFiles(channel) ? draft.files : []}
        uploads={uploads}
        onDrop={(id) => change(({ files }) => ({ files: files.filter((one) => one.id !== id) }))}
      />
      <CostLine estimate={estimate} channel={channel} />
      <ComposerFoot
        channel={channel}
        canSend={body !== null && !uploads.isBusy}
        total={estimate.data?.total ?? null}
        hasTemplate={draft.templateId !== null || isTemplateOnly}
        onFiles={addFiles}
        onTemplate={choose}
        onSchedule={(at) => void submit(at)}
      />
    </form>
  )
}
