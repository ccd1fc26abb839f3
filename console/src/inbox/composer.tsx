// The composer: channel, cost, schedule. The text is kept until it is sent.

import type { Template } from '@samvad/sdk'
import { useEffect, useRef, useState } from 'react'
import { channelOf } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { send } from '../app/outbox.ts'
import { useSendable } from '../app/sendable-templates.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { useUploads } from '../app/use-uploads.ts'
import { tell } from '../design/toast.tsx'
import type { Row } from './cache.ts'
import { ChannelChoices } from './channel-choices.tsx'
import { estimatedBody, faultyFields, INTERACTIVE } from './completeness.ts'
import { answerSubject, bodyOf, choicesOf, chosenChannel, takesButtons, takesFiles } from './compose.ts'
import { ComposerFields } from './composer-fields.tsx'
import { ComposerFoot } from './composer-foot.tsx'
import { composerWords } from './composer-words.ts'
import { CostLine } from './cost-line.tsx'
import { useChannels, useContact, useMessages } from './data.ts'
import { useDraft } from './drafts.ts'
import { useEstimate } from './estimate.ts'
import { isWritten, NEW_BUTTONS } from './interactive.ts'
import { interactiveWords } from './interactive-words.ts'
import { canBeQuoted, takeQuote } from './quoting.ts'
import { firstValues } from './template-values.ts'
import { useWindowLeft, WindowLeft } from './window-left.tsx'
import { words } from './words.ts'
import { draftOfAgain, takeAgain } from './write-again.ts'

export function Composer({ row }: { row: Row }) {
  const w = useWords(composerWords)
  const i = useWords(interactiveWords)
  const common = useWords(words)
  const [draft, change] = useDraft(row.id)
  const contact = useContact(row.contact_id).data
  const choices = choicesOf(contact, useChannels())
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [isOver, setOver] = useState(false)
  /** What was to be sent with a value missing: the template, or the buttons. */
  const [checked, setChecked] = useState<string | null>(null)
  const channel = chosenChannel(choices, [draft?.channel, row.inbox?.last_message?.channel])
  const secondsLeft = useWindowLeft(row)
  const isTemplateOnly = channelOf(channel)?.hasSession === true && row.contact_id !== null && secondsLeft === 0
  const messages = useMessages(row.id).rows
  const threadSubject = answerSubject(messages)
  const body = draft && bodyOf(row.id, channel, draft, isTemplateOnly, threadSubject)
  const { templates } = useSendable(channel ?? '', channel !== null && draft?.templateId != null)
  const template = templates?.find(({ id }) => id === draft?.templateId)
  const wrong = draft && body ? faultyFields(draft, template, body) : []
  // The price is estimated before the last value is entered, and nothing is refused before it was typed.
  const estimate = useEstimate(body && draft && estimatedBody(body, draft, template, wrong.length > 0))
  const uploads = useUploads(({ id, filename, content_type, size }) =>
    change(({ files }) => ({ files: [...files, { id, filename, content_type, size }] })),
  )

  const quote = (id: string) => {
    change({ replyTo: id, ...(!takesButtons(channel) && { channel: messages?.find((one) => one.id === id)?.channel }) })
    field.current?.focus()
  }
  useShortcuts([
    { keys: 'r', label: w.reply, run: () => field.current?.focus() },
    {
      keys: 'shift+r',
      label: i.quoteKey,
      run() {
        const focused = document.activeElement?.closest('article')?.id
        const quoted = messages?.find(
          (one) => (focused ? one.id === focused : one.direction === 'inbound') && canBeQuoted(one),
        )
        if (quoted) quote(quoted.id)
      },
    },
  ])
  useEffect(() => takeQuote(row.id, quote))
  useEffect(() =>
    takeAgain(row.id, (again) => {
      change(draftOfAgain(again))
      field.current?.focus()
    }),
  )
  if (!draft) return <div className="h-40 shrink-0 border-t border-line" />

  const submit = async (sendAt: number | null) => {
    if (!body || uploads.isBusy) return
    if (wrong.length > 0) {
      setChecked(draft.templateId ?? INTERACTIVE)
      // For buttons without a text the missing field is the text.
      const first = form.current?.querySelector<HTMLElement>(`[name="${wrong[0]}"]`) ?? field.current
      first?.focus()
      return
    }
    const given = sendAt === null ? body : { ...body, send_at: sendAt }
    const files = body.attachments ? draft.files : []
    // The draft is cleared first, so that a second press finds nothing to send.
    const isTemplate = draft.templateId !== null
    // Text written before a template was chosen stays in the draft.
    setChecked(null)
    change({
      templateId: null,
      variables: {},
      replyTo: null,
      ...(!isTemplate && { subject: null, text: '', files: [], interactive: null }),
    })
    field.current?.focus()
    try {
      // A scheduled message can be cancelled until it is sent.
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
  const toggleInteractive = () => {
    const { interactive } = draft
    change({ interactive: interactive ? null : NEW_BUTTONS })
    if (interactive && isWritten(interactive))
      tell(i.removed, { undo: { label: common.undo, onPress: () => change({ interactive }) } })
  }
  const addFiles = (list: FileList | null | undefined): boolean => {
    if (!list || list.length === 0 || !channel || !takesFiles(channel)) return false
    uploads.add([...list])
    return true
  }
  return (
    // Handles keys and dropped files of the controls inside: the form itself is not interactive.
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
      <ComposerFields
        draft={draft}
        channel={channel}
        isTemplateOnly={isTemplateOnly}
        checked={checked}
        threadSubject={threadSubject}
        quoted={messages?.find(({ id }) => id === draft.replyTo)}
        field={field}
        uploads={uploads}
        onChange={change}
        onInteractive={toggleInteractive}
        onTemplate={choose}
        onFiles={addFiles}
      />
      <CostLine estimate={estimate} channel={channel} />
      <ComposerFoot
        channel={channel}
        canSend={body !== null && !uploads.isBusy}
        total={estimate.data?.total ?? null}
        hasTemplate={draft.templateId !== null || isTemplateOnly}
        hasInteractive={Boolean(draft.interactive)}
        onInteractive={toggleInteractive}
        onFiles={addFiles}
        onTemplate={choose}
        onSchedule={(at) => void submit(at)}
      />
    </form>
  )
}
