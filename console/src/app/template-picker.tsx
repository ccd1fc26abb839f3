import type { Template } from '@samvad/sdk'
import { useState } from 'react'
import { buttonLook } from '../design/button.tsx'
import { chatWords } from '../design/chat-words.ts'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { FoundList, FoundOption, useFound } from '../design/found.tsx'
import { Empty, Failed, Skeleton } from '../design/states.tsx'
import { shownHeader } from './chat-parts.ts'
import { useLanguage, useWords } from './language.tsx'
import { languageName } from './language-name.ts'
import { PageLink } from './page-link.tsx'
import { useSendable } from './sendable-templates.ts'
import { templateWords } from './template-words.ts'

interface TemplatePickerProps {
  channel: string
  onClose: () => void
  onChoose: (template: Template) => void
}

/** The templates that can be sent on the channel. */
export function TemplatePicker({ channel, onClose, onChoose }: TemplatePickerProps) {
  const w = useWords(templateWords)
  const { language } = useLanguage()
  const [sought, setSought] = useState('')
  const { templates, error, refetch } = useSendable(channel, true)
  const isMeant = ({ name, text }: Template) =>
    `${name} ${text ?? ''}`.toLocaleLowerCase().includes(sought.toLocaleLowerCase())
  const found = templates?.filter(isMeant)
  const { box, found: list } = useFound()
  return (
    <Dialog isOpen onClose={onClose} title={w.templates} isWide>
      {error ? (
        <Failed error={error} onRetry={refetch} />
      ) : !found ? (
        <Skeleton rows={3} />
      ) : (
        <>
          <Field label={w.findTemplate} isLabelHidden>
            <Input
              {...box}
              placeholder={w.findTemplate}
              value={sought}
              onChange={({ target }) => setSought(target.value)}
            />
          </Field>
          {found.length === 0 ? (
            <Empty
              title={w.noTemplates}
              action={
                <PageLink page="templates" className={buttonLook()}>
                  {w.toTemplates}
                </PageLink>
              }
            >
              {w.noTemplatesDetail}
            </Empty>
          ) : (
            <FoundList found={list} label={w.templates} className="mt-2">
              {found.map((one) => (
                <FoundOption
                  key={one.id}
                  value={one.id}
                  className="flex flex-col items-start rounded-box px-2 py-2"
                  onChoose={() => {
                    onChoose(one)
                    onClose()
                  }}
                >
                  <span className="flex w-full items-baseline gap-2">
                    <bdi className="min-w-0 truncate font-medium">{one.name}</bdi>
                    <span className="text-small text-soft">{languageName(one.language, language)}</span>
                  </span>
                  <bdi className="line-clamp-2 text-small break-words text-soft">{one.text ?? one.subject}</bdi>
                  <Parts template={one} />
                </FoundOption>
              ))}
            </FoundList>
          )}
        </>
      )}
    </Dialog>
  )
}

/** A template's parts besides its text: its header's kind, and its buttons. */
function Parts({ template: { header, buttons } }: { template: Template }) {
  const w = useWords(chatWords)
  const shown = shownHeader(header)
  const names = [
    ...(shown && shown.type !== 'text' ? [w[shown.type]] : []),
    ...buttons.map(({ type, text }) => (type === 'copy_code' ? w.copyCode : (text ?? ''))),
  ]
  if (names.length === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {names.map((name, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- they keep their order
        <bdi key={place} className="rounded-box border border-line px-1.5 text-small text-soft wrap-anywhere">
          {name}
        </bdi>
      ))}
    </span>
  )
}
