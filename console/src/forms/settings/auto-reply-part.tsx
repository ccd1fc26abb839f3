import type { Template } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useChannelNames } from '../../app/channel-names.ts'
import { channelNames } from '../../app/channels.ts'
import { fieldError } from '../../app/errors.tsx'
import { useLanguage, useWords } from '../../app/language.tsx'
import { useMay } from '../../app/session.ts'
import { TemplatePicker } from '../../app/template-picker.tsx'
import { Button } from '../../design/button.tsx'
import { Checkbox, Field, Select } from '../../design/field.tsx'
import { Section } from '../../design/page.tsx'
import { nameOf } from '../builder/condition-sentence.ts'
import { isMappable } from '../builder/mapping.ts'
import type { AutoReply } from '../shape.ts'
import type { PartProps } from './settings-page.tsx'
import { settingsWords } from './settings-words.ts'

/** The automatic reply: a template filled from the answers. */
export function AutoReplyPart({ draft, settings, set }: PartProps) {
  const w = useWords(settingsWords)
  const { language } = useLanguage()
  const mayChoose = useMay()('templates.view')
  const channelName = useChannelNames()
  const { auto_reply: reply } = settings
  const [isOn, setOn] = useState(reply !== undefined)
  const [channel, setChannel] = useState<string>(reply?.channel ?? channelNames[0] ?? '')
  const [isChoosing, setChoosing] = useState(false)
  const template = useQuery({
    queryKey: ['template', reply?.template_id],
    enabled: mayChoose && reply !== undefined,
    queryFn: (): Promise<Template> => api.templates.retrieve(reply?.template_id ?? ''),
  })
  const change = (next: AutoReply | undefined) => set({ auto_reply: next })
  const at = (name: string) => fieldError(draft.error, `settings.auto_reply.${name}`)
  const fields = draft.written.fields.filter(isMappable)
  const fill = (name: string, key: string) => {
    if (!reply) return
    const { [name]: _, ...rest } = reply.variables ?? {}
    const variables = key === '' ? rest : { ...rest, [name]: key }
    const { variables: __, ...bare } = reply
    change(Object.keys(variables).length > 0 ? { ...bare, variables } : bare)
  }
  return (
    <Section title={w.autoReply} description={w.autoReplyDetail}>
      <div className="flex flex-col gap-4">
        <Checkbox
          label={w.sendReply}
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked)
            if (!target.checked) change(undefined)
          }}
        />
        {isOn && (
          <>
            <Field label={w.channel} error={at('channel')}>
              <Select
                value={channel}
                onChange={({ target }) => {
                  setChannel(target.value)
                  change(undefined)
                }}
              >
                {channelNames.map((one) => (
                  <option key={one} value={one}>
                    {channelName(one)}
                  </option>
                ))}
              </Select>
            </Field>
            <div>
              <p className="mb-1 font-medium">{w.template}</p>
              <div className="flex flex-wrap items-center gap-3">
                {reply && <bdi className="min-w-0 wrap-anywhere">{template.data?.name ?? '…'}</bdi>}
                {mayChoose && (
                  <Button onPress={() => setChoosing(true)}>{reply ? w.otherTemplate : w.chooseTemplate}</Button>
                )}
              </div>
              {at('template_id') && (
                <p role="alert" className="mt-1 text-small text-bad">
                  {at('template_id')}
                </p>
              )}
            </div>
            {reply &&
              template.data?.variables.map((name) => (
                <Field
                  key={name}
                  label={w.valueOf(`{{${name}}}`)}
                  error={at(`variables.${name}`)}
                  hint={reply.variables?.[name] === undefined ? w.noValue : undefined}
                >
                  <Select value={reply.variables?.[name] ?? ''} onChange={({ target }) => fill(name, target.value)}>
                    <option value="">{w.chooseField}</option>
                    {fields.map((field) => (
                      <option key={field.key} value={field.key}>
                        {nameOf(field, settings, language)}
                      </option>
                    ))}
                  </Select>
                </Field>
              ))}
          </>
        )}
      </div>
      {isChoosing && (
        <TemplatePicker
          channel={channel}
          onClose={() => setChoosing(false)}
          onChoose={({ id }) => change({ channel, template_id: id })}
        />
      )}
    </Section>
  )
}
