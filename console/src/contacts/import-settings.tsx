import type { ImportPreview } from '@samvad/sdk'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useChannelNames } from '../app/channel-names.ts'
import { type ChannelName, channelNames } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { useGo } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Checkbox, Field, Select } from '../design/field.tsx'
import { Section } from '../design/page.tsx'
import { useChanged, useLists } from './data.ts'
import { ImportColumns } from './import-columns.tsx'
import { importWords } from './import-words.ts'
import { newImportRoute } from './routes.tsx'

const NEW = 'new'
const ADDRESSES = ['email', 'phone_number', 'app_id']

interface ImportSettingsProps {
  attachmentId: string
  preview: ImportPreview
}

/** Maps each column to a field, and chooses what happens to existing contacts. */
export function ImportSettings({ attachmentId, preview }: ImportSettingsProps) {
  const i = useWords(importWords)
  const go = useGo()
  const attempt = useAttempt()
  const changed = useChanged()
  const lists = useLists().rows ?? []
  const { list } = newImportRoute.useSearch()
  const [mapping, setMapping] = useState<Record<string, string>>(() =>
    Object.fromEntries(preview.columns.flatMap(({ name, suggested }) => (suggested ? [[name, suggested]] : []))),
  )
  const [existing, setExisting] = useState<'skip' | 'update'>('skip')
  const [country, setCountry] = useState('IN')
  const [listId, setListId] = useState(list ?? '')
  const [agreed, setAgreed] = useState<readonly ChannelName[]>([])
  const channelName = useChannelNames()
  const chosen = Object.values(mapping)
  // A mapped column supplies the consent of each contact.
  const asked = channelNames.filter((channel) => !chosen.includes(`consent.${channel}`))
  const fault =
    new Set(chosen).size < chosen.length
      ? i.twice
      : chosen.some((field) => ADDRESSES.includes(field))
        ? null
        : i.noAddress
  const begin = async () => {
    const { id } = await attempt(async () => {
      const name = preview.filename.replace(/\.[^.]*$/, '')
      const into = listId === NEW ? (await api.lists.create({ name })).id : listId
      return api.imports.create({
        attachment_id: attachmentId,
        ...(preview.encoding === null ? {} : { encoding: preview.encoding }),
        ...(preview.delimiter === null ? {} : { delimiter: preview.delimiter }),
        has_header: preview.has_header,
        list_id: into || null,
        mapping,
        existing,
        country,
        consent_channels: asked.filter((channel) => agreed.includes(channel)),
      })
    })
    void changed('imports', 'lists')
    go(`contacts/imports/${id}`)
  }
  return (
    <>
      <Section title={i.columns} description={i.columnsDetail}>
        <ImportColumns preview={preview} mapping={mapping} onChange={setMapping} />
        {fault !== null && (
          <p role="alert" className="mt-2 text-bad">
            {fault}
          </p>
        )}
      </Section>
      <div className="mb-6 grid gap-4 sm:grid-cols-3">
        <Field label={i.existing} hint={i.existingHint}>
          <Select value={existing} onChange={({ target }) => setExisting(target.value as 'skip' | 'update')}>
            {Object.entries(i.existingRules).map(([rule, text]) => (
              <option key={rule} value={rule}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={i.country}>
          <Select value={country} onChange={({ target }) => setCountry(target.value)}>
            {Object.entries(i.countries).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={i.list}>
          <Select value={listId} onChange={({ target }) => setListId(target.value)}>
            <option value="">{i.noList}</option>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={NEW}>{i.newList}</option>
          </Select>
        </Field>
      </div>
      {asked.length > 0 && (
        <Section title={i.consent} description={i.consentDetail}>
          {asked.map((channel) => (
            <Checkbox
              key={channel}
              label={i.consentOn(channelName(channel))}
              checked={agreed.includes(channel)}
              onChange={({ target }) =>
                setAgreed(target.checked ? [...agreed, channel] : agreed.filter((one) => one !== channel))
              }
            />
          ))}
          {agreed.length > 0 && <p className="mt-1 text-small text-soft">{i.consentOfExisting}</p>}
        </Section>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" disabled={fault !== null} onPress={begin}>
          {i.begin}
        </Button>
        <span className="text-soft">{i.free}</span>
      </div>
    </>
  )
}
